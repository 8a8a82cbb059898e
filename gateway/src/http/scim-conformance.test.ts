import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { startScimClient } from '@console/platform/testing/scim-client';
import { expect } from 'vitest';
import { checkScim, scimChecks } from '../testing/scim/scim-checks.ts';
import { testWith, useTestSystem } from '../testing/system.ts';

const system = useTestSystem();

testWith('on', 'CHECKSCIM-4 gateway and platform meet the RFCs, and no user of the check is left', async () => {
  const { db, orgs } = system.platform;
  const { key } = await startScimClient(system.platform);
  const before = await db.selectFrom('ent_usr').select('id').execute();
  expect(scimChecks.length).toBeGreaterThanOrEqual(60);
  for (const { section } of scimChecks) expect(section).toMatch(/^RFC 764[34] \d(\.\d+)*$/);

  // The second run creates the same users again.
  for (const origin of [system.origin, system.upstream.origin]) {
    expect(await checkScim(`${origin}/scim/v2`, key.secret)).toEqual({ failed: [], advice: [], left: [] });
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

/** A server that passes requests on to the gateway and breaks requirements of the RFCs. */
async function startFaultyServer() {
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', system.origin);
    // Ignores `If-Match`, and filters that do not name users of the check.
    if (!url.search.includes('check-scim')) url.searchParams.delete('filter');
    const { 'if-match': _, host: __, connection: ___, ...headers } = request.headers;
    const body = await buffer(request);
    const answer = await fetch(url, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    });
    // Removes the kind of errors, returns versions that differ from the header, and lists without `totalResults`.
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
  const { failed, left } = await checkScim(`${faulty.url}/scim/v2`, key.secret);
  faulty.close();

  expect(left).toEqual([]);
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
