import { expect, test } from 'vitest';
import { useTestSystem } from './testing/system.ts';

const system = useTestSystem({ settings: { LOG_LEVEL: 'info' } });

interface Line {
  requestId?: string;
  msg: string;
  [field: string]: unknown;
}

/** The lines of the last request to `/graphql`, without other ones. */
async function linesOf(act: () => Promise<unknown>): Promise<{ request: Line; calls: Line[] }> {
  system.logs.length = 0;
  await act();
  await expect.poll(() => system.logs.join('')).toContain('"msg":"request"');
  const lines = system.logs.map((line): Line => JSON.parse(line));
  const request = lines.find(({ msg }) => msg === 'request') ?? { msg: '' };
  const ofRequest = lines.filter(
    ({ requestId, msg }) => requestId === request.requestId && msg.startsWith('product API call'),
  );
  return { request, calls: ofRequest };
}

test('LOG-1 a request of any document is one line, its calls one line each, under the same id', async () => {
  const tab = await system.signIn('orgA');
  const { request, calls } = await linesOf(() => tab.graphql('query Chosen { viewer { user { id } } }'));
  expect(request).toMatchObject({ route: '/graphql', status: 200, operation: 'unnamed', ms: expect.any(Number) });
  expect(request).not.toHaveProperty('code');
  expect(calls).toEqual([expect.objectContaining({ call: 'apiUserDetail', ms: expect.any(Number) })]);
  expect(['DONE', 'UNCHANGED']).toContain(calls[0]?.outcome);
  expect(JSON.stringify([request, calls])).not.toContain('Chosen');
});

test('LOG-1 the line of a failed operation has the code of its first error, and that of a failed call its outcome', async () => {
  const tab = await system.signIn('orgA');
  system.upstream.script('/tasks/api_user_detail', { status: 500 });
  const { request, calls } = await linesOf(() => tab.graphql('{ viewer { user { id } } }'));
  expect(request).toMatchObject({ operation: 'unnamed', code: 'UPSTREAM_BAD_RESPONSE' });
  expect(calls.at(-1)).toMatchObject({ call: 'apiUserDetail', outcome: 'UPSTREAM_BAD_RESPONSE' });
  const invalid = await linesOf(() => tab.graphql('{ nothing }'));
  expect(invalid.request).toMatchObject({ operation: 'unnamed', code: 'QUERY_INVALID' });
});

test('START-4 a refusal by the product API is not a warning, a failure is one', async () => {
  const tab = await system.signIn('adm');
  const lastCall = async () =>
    (await linesOf(() => tab.graphql('{ user(id: "999999") { id } }'))).calls.findLast(
      ({ call }) => call === 'getUserDetailById',
    );
  expect(await lastCall()).toMatchObject({ level: 30, outcome: 'NOT_FOUND' });
  system.upstream.script('/consoles/get_user_detail_by_id', { status: 500 });
  expect(await lastCall()).toMatchObject({ level: 40, outcome: 'UPSTREAM_BAD_RESPONSE' });
});

test('START-4 a user without organisation leaves no warning', async () => {
  const tab = await system.signIn('nowhere');
  const viewer =
    '{ viewer { user { id organisation { id } } organisation { id sso { id } } modules { id } can { onboardOrganisation } } }';
  const { request } = await linesOf(() => tab.graphql(viewer));
  expect(request).toMatchObject({ level: 30 });
  expect(request).not.toHaveProperty('code');
  const levels = system.logs.map((line) => (JSON.parse(line) as { level: number }).level);
  expect(Math.max(...levels)).toBe(30);
});
