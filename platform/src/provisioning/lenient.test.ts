import { beforeEach, expect, test } from 'vitest';
import { minuteMs } from '../core/base/clock.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { startScimClient } from '../testing/scim-client.ts';
import { entra, okta, patchOf } from '../testing/scim-requests.ts';

const platform = useTestPlatform();
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
let scim: Awaited<ReturnType<typeof startScimClient>>;
beforeEach(async () => {
  scim = await startScimClient(platform);
});

const create = async (userName: string, more: object = {}) =>
  (await scim.send('POST /Users', { userName, ...more })).body;
const found = async (filter: string) => {
  const { status, body } = await scim.send(`GET /Users?filter=${encodeURIComponent(filter)}`);
  return status === 200 ? body.Resources.map(({ userName }: { userName: string }) => userName) : body.scimType;
};
const notes = async () => {
  const rows = await platform.db.selectFrom('scim_failure').select(['status', 'reason']).orderBy('id').execute();
  return rows.map(({ status, reason }) => [status, reason]);
};

test('SCIMUSER-62 names that are longer than their fields are shortened, with one note each', async () => {
  const { id } = await create('long@a.example');
  const operations = [
    { op: 'replace', path: 'name.givenName', value: 'é'.repeat(64) },
    { op: 'replace', path: 'name.familyName', value: `${'n'.repeat(49)} ${'x'.repeat(14)}` },
    { op: 'replace', path: 'title', value: '\u{1f600}'.repeat(128) },
    { op: 'replace', path: `${enterprise}:department`, value: 'd'.repeat(128) },
  ];
  for (const _ of [1, 2])
    expect(await scim.send(`PATCH /Users/${id}`, patchOf(...operations))).toMatchObject({
      status: 200,
      body: {
        name: { givenName: 'é'.repeat(50), familyName: 'n'.repeat(49) },
        title: '\u{1f600}'.repeat(100),
        [enterprise]: { department: 'd'.repeat(100) },
      },
    });
  const shortened = (name: string, most: number) => [
    200,
    `${name} was shortened, because it must have at most ${most} characters.`,
  ];
  expect(await notes()).toEqual([
    shortened('name.givenName', 50),
    shortened('name.familyName', 50),
    shortened('title', 100),
    shortened('department', 100),
  ]);
});

test('SCIMUSER-63 users are found by id, manager, time of the last change, with or and brackets', async () => {
  const boss = await create('boss@a.example');
  platform.moveClock(minuteMs);
  const { id, meta } = await create('jo@a.example', { [enterprise]: { manager: boss.id } });
  platform.moveClock(minuteMs);
  await create('off@a.example', { active: false });
  expect(await found(`id eq "${id}"`)).toEqual(['jo@a.example']);
  expect(await found(`id eq ${id.toUpperCase()} and manager eq ${boss.id}`)).toEqual(['jo@a.example']);
  expect(await found(`id eq ${boss.id} and manager eq ${boss.id}`)).toEqual([]);
  for (const unknown of ['id eq "1"', 'manager eq "1"', `manager eq "${id}"`]) expect(await found(unknown)).toEqual([]);
  expect(await found(`meta.lastModified gt "${meta.lastModified}"`)).toEqual(['off@a.example']);
  expect(await found(`meta.lastModified ge "${meta.lastModified}"`)).toEqual(['jo@a.example', 'off@a.example']);
  expect(await found(`meta.lastModified lt "${meta.lastModified}" or active eq false`)).toEqual([
    'boss@a.example',
    'off@a.example',
  ]);
  expect(await found('active eq true and (userName eq "jo@a.example" or userName eq "off@a.example")')).toEqual([
    'jo@a.example',
  ]);
  expect((await scim.send('GET /Users?filter=')).body.totalResults).toBe(3);
  expect(await found('userName eq "jo@a.example" or title eq "x"')).toBe('invalidFilter');
});

test('SCIMUSER-63 only a comparison with a name or an email finds users who can be taken over', async () => {
  const { users, orgs } = platform;
  await create('jo@a.example');
  expect(await found(`userName eq "none" or active eq true`)).toEqual(['jo@a.example']);
  const { assA, audA, orgB, adm } = users;
  const emails = [assA, orgB, adm].map(({ email }) => `emails.value eq "${email}"`).join(' or ');
  const both = await found(`(${emails}) and active eq true or userName eq " ${audA.email} "`);
  expect(both.sort()).toEqual([assA.email, audA.email]);
  // Both users have SCIM ids now, but are not managed.
  expect(await found(`userName eq "none" or active eq true`)).toEqual(['jo@a.example']);
  const other = await startScimClient(platform, orgs.B);
  const { Resources } = (await scim.send(`GET /Users?filter=${encodeURIComponent(`userName eq "${assA.email}"`)}`))
    .body;
  const filter = encodeURIComponent(`id eq "${Resources[0].id}" or manager eq "${Resources[0].id}"`);
  expect((await other.send(`GET /Users?filter=${filter}`)).body.totalResults).toBe(0);
});

test('SCIMUSER-64 a body with a byte order mark is read, and a userName without the spaces around it', async () => {
  const { status, body } = await scim.send(
    'POST /Users',
    `\uFEFF${JSON.stringify({ ...okta.create, userName: ' test.user@a.example ', externalId: 7 })}`,
  );
  expect([status, body.userName, body.externalId]).toEqual([201, 'test.user@a.example', '7']);
  expect(await found('userName eq "test.user@a.example "')).toEqual(['test.user@a.example']);
  const same = await scim.send('POST /Users', { userName: 'TEST.USER@a.example ', emails: [{ value: 'o@a.example' }] });
  expect(same).toMatchObject({ status: 409 });
  expect((await scim.send('POST /Users', '\uFEFF{')).body.scimType).toBe('invalidSyntax');
});

test('SCIMUSER-65 groups, /Me and bulk are refused in the form of SCIM, and nothing is logged as an error', async () => {
  const requests = [
    ...(['POST /Groups', 'PUT /Groups/1', 'PATCH /Groups/1', 'DELETE /Groups/1', 'POST /Bulk', 'PATCH /Me'] as const),
    'GET /Me',
  ] as const;
  for (const request of requests) {
    const { status, headers, body } = await scim.send(request, request.startsWith('GET') ? undefined : entra.disable);
    expect([request, status, body.status, body.schemas]).toEqual([
      request,
      501,
      '501',
      ['urn:ietf:params:scim:api:messages:2.0:Error'],
    ]);
    expect(headers['content-type']).toBe('application/scim+json; charset=utf-8');
  }
  expect(platform.logs.filter((line) => JSON.parse(line).level >= 40 || line.includes('"stack"'))).toEqual([]);
});
