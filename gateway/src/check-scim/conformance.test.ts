import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { startScimClient } from '@console/platform/testing/scim-client';
import { expect } from 'vitest';
import { testWith, useTestSystem } from '../testing/system.ts';
import { checkScim, scimChecks } from './check-scim.ts';

const system = useTestSystem();

/** Runs all checks; returns the exit code, and section and requirement of each by its result. */
async function check(url: string, key: string) {
  const printed: string[] = [];
  const terminal = {
    ...{ isInteractive: false, askSecret: async () => '' },
    print: (text: string) => void printed.push(text),
  };
  const code = await checkScim([`${url}/scim/v2`], { SCIM_KEY: key }, terminal);
  const withLabel = (label: string) => printed.filter((line) => line.startsWith(label));
  return { code, failed: withLabel('FAILED'), advice: withLabel('advice'), text: printed.join('\n') };
}

testWith('on', 'CHECKSCIM-4 gateway and platform meet the RFCs, and no user of the check is left', async () => {
  const { db, orgs } = system.platform;
  const { key } = await startScimClient(system.platform);
  const before = await db.selectFrom('ent_usr').select('id').execute();
  expect(scimChecks.length).toBeGreaterThanOrEqual(60);
  for (const { section } of scimChecks) expect(section).toMatch(/^RFC 764[34] \d(\.\d+)*$/);

  // The second run uses the same users again.
  for (const origin of [system.origin, system.upstream.origin]) {
    const { code, failed, advice, text } = await check(origin, key.secret);
    expect([failed, advice]).toEqual([[], []]);
    expect(text).toContain('All users of the check are deleted.');
    expect(code).toBe(0);
  }

  expect(await db.selectFrom('scim_user').selectAll().execute()).toEqual([]);
  const added = await db
    .selectFrom('ent_usr')
    .select(['ent_org_id', 'is_disabled'])
    .where(
      'id',
      'not in',
      before.map(({ id }) => id),
    )
    .execute();
  expect(added).toEqual(Array.from({ length: 3 }, () => ({ ent_org_id: orgs.A, is_disabled: true })));
});

/** A server that passes requests on to the gateway, and does otherwise than the RFCs require. */
async function startFaultyServer() {
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', system.origin);
    // Ignores conditions, and filters that it does not know.
    if (!url.search.includes('check-scim')) url.searchParams.delete('filter');
    const { 'if-match': _, host: __, connection: ___, ...headers } = request.headers;
    const body = await buffer(request);
    const answer = await fetch(url, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    });
    // Errors without their kind, versions that are not those of the header, and lists without a total.
    const changed = (await answer.text())
      .replace(/"scimType":"uniqueness",/, '')
      .replace(/"version":"(?:[^"\\]|\\.)+"/, '"version":"1"')
      .replace('"totalResults":', '"total":');
    const sent = { 'content-type': 'application/json', etag: answer.headers.get('etag') ?? '' };
    response.writeHead(answer.status, sent).end(answer.status === 204 ? undefined : changed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

testWith('on', 'CHECKSCIM-5 a server that does otherwise fails the checks of what it does', async () => {
  const { key } = await startScimClient(system.platform);
  const faulty = await startFaultyServer();
  const { code, failed } = await check(faulty.url, key.secret);
  faulty.close();

  expect(code).toBe(1);
  for (const requirement of [
    'Responses have the type application/scim+json.',
    'A second user with the same userName is 409 uniqueness.',
    'A list has totalResults',
    'The filter userName eq is 400 invalidFilter.',
    'The ETag of a user is its meta.version.',
    'PUT, PATCH and DELETE with another version in If-Match are 412',
  ])
    expect([requirement, failed.filter((line) => line.includes(requirement)).length]).toEqual([requirement, 1]);
});
