import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { freePort } from '@console/platform/testing/free-port';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestClient } from '../../testing/client.ts';
import { type Part, partsOf, sendFile, sendParts } from '../../testing/multipart.ts';
import { loginDocument, password, startTestSystem, type TestSystem } from '../../testing/system.ts';

let system: TestSystem;
let gateway: ChildProcess;
let origin: string;

beforeAll(async () => {
  system = await startTestSystem();
  gateway = spawn(process.execPath, ['src/main.ts'], {
    cwd: new URL('../../..', import.meta.url),
    env: {
      ...process.env,
      PORT: String(await freePort()),
      PRODUCT_API_URL: system.upstream.origin,
      USER_FILES_PER_CALLER: '1000',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (!gateway.stdout) throw new Error('no output');
  for await (const line of createInterface(gateway.stdout)) {
    origin = /^Gateway on (.*)$/.exec(line)?.[1] ?? '';
    if (origin) break;
  }
});
afterAll(async () => {
  const ended = new Promise((resolve) => gateway.once('exit', resolve));
  gateway.kill('SIGTERM');
  await ended;
  await system.close();
});

const document =
  'mutation($id: ID!, $file: Upload!) { previewUserUpload(organisationId: $id, file: $file) { validCount } }';
const file = {
  text: 'firstname,lastname,email,designation,role,supervisor,department_name\nA,B,a@b.example,C,Auditee,d@e.example,InfoSec\n',
};

test('CASES-48 malformed parts, 100 times each, with and without a session, end no process', async () => {
  const seen = { answers: [], cookies: [] };
  const tab = new TestClient(origin, seen);
  const { email } = system.platform.users.orgA;
  await tab.graphql(loginDocument, { input: { email, password } });
  const variables = { id: String(system.platform.orgs.A) };
  const whole = partsOf(document, variables, file);
  const malformed: Part[] = [
    { head: 'bad header no colon' },
    { head: 'content-disposition: form-data; name="0"; filename="a\0.csv"' },
  ];
  const statuses = new Set<string>();
  for (const part of malformed)
    for (let time = 0; time < 100; time += 1) {
      const out = await sendParts(new TestClient(origin, seen), [part]);
      const first = await sendParts(tab, [part]);
      const last = await sendParts(tab, [...whole.slice(0, 2), part]);
      statuses.add([out, first, last].map(({ status, code }) => `${status} ${code}`).join(', '));
    }
  expect([...statuses]).toEqual(['401 UNAUTHENTICATED, 400 INVALID, 400 INVALID']);
  const answer = await sendFile(tab, document, variables, file);
  expect([answer.status, answer.data]).toEqual([200, { previewUserUpload: { validCount: 1 } }]);
  expect([gateway.exitCode, gateway.signalCode]).toEqual([null, null]);
});
