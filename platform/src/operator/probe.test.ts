import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { certificate, certificateEnds, privateKey } from '@console/server-base/testing/certificate';
import { expect, test } from 'vitest';
import { expired, leafKey } from '../testing/certificates-by-fault.ts';
import { runProbe } from './probe.ts';

test.each([
  ['an unknown authority', certificate, privateKey, (ends: Date) => ends.getTime() === certificateEnds.getTime()],
  ['an expired certificate', expired, leafKey, (ends: Date) => ends.getTime() < Date.now()],
])(
  'PROBE-7 the last day of the certificate is measured with %s, and nothing is sent',
  async (_what, cert, key, isIt) => {
    let requests = 0;
    const server = createServer({ cert, key }, () => {
      requests += 1;
    });
    server.on('tlsClientError', () => {});
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const publicUrl = new URL(`https://localhost:${(server.address() as AddressInfo).port}`);
    const { failure, certificateEnds: ends } = await runProbe({
      publicUrl,
      email: 'probe@a.example',
      password: 'secret',
    });
    server.close();
    expect(failure).toMatchObject({ step: 'page', message: expect.stringMatching(/CERT|SELF_SIGNED|certificate/i) });
    expect(ends && isIt(ends)).toBe(true);
    expect(requests).toBe(0);
  },
);
