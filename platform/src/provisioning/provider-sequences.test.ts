import { expect, test } from 'vitest';
import { useTestPlatform } from '../testing/platform.ts';
import { startScimClient } from '../testing/scim-client.ts';
import { entra, okta, patchOf } from '../testing/scim-requests.ts';

const platform = useTestPlatform();
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const byName = (userName: string) => `GET /Users?filter=${encodeURIComponent(`userName eq "${userName}"`)}` as const;

test('SCIMUSER-87 Entra ID, from the test of the connection to the deletion of a user who was hired again', async () => {
  const scim = await startScimClient(platform);
  const find = async (userName: string): Promise<string[]> => {
    const { status, body } = await scim.send(byName(userName));
    expect(status).toBe(200);
    return body.Resources.map(({ id }: { id: string }) => id);
  };
  expect(await find('0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef')).toEqual([]);
  expect(await find(entra.create.userName)).toEqual([]);
  const { status, body: created } = await scim.send('POST /Users', entra.create);
  expect(status).toBe(201);
  const { id } = created;
  const manager = (await scim.send('POST /Users', entra.createWithRole('Admin'))).body.id;
  const patch = async (body: object) => {
    expect(await find(entra.create.userName)).toEqual([id]);
    const response = await scim.send(`PATCH /Users/${id}`, body);
    expect([response.status, response.body?.detail]).toEqual([200, undefined]);
    return (await scim.send(`GET /Users/${id}`)).body;
  };
  // In the next cycle the provider finds the sent values, and does not send them again.
  expect(await patch(entra.replaceWithPaths('jo@a.example'))).toMatchObject({
    displayName: 'Pvlo',
    externalId: 'Eqpj',
    name: { givenName: 'Gtfd', familyName: 'Pkqf' },
    [enterprise]: { employeeNumber: 'Eqpj' },
  });
  const mobile = { op: 'Replace', path: 'phoneNumbers[type eq "mobile"].value', value: '+44 2079460000' };
  expect((await patch(patchOf(mobile))).phoneNumbers).toMatchObject([{ type: 'mobile', value: mobile.value }]);
  expect((await patch(entra.addPrimaryRole('Editors'))).roles).toMatchObject([{ value: 'Editors' }]);
  const managed = await patch(patchOf({ op: 'Add', path: `${enterprise}:manager`, value: manager }));
  expect(managed[enterprise].manager).toMatchObject({ value: manager });
  // The person marries. The email does not change, because users sign in with it.
  expect(await patch(entra.patchMultiValued('jo.marsh@a.example'))).toMatchObject({
    name: { familyName: 'Marsh' },
    emails: [{ value: 'jo@a.example' }],
  });
  expect((await patch(entra.disableWithText)).active).toBe(false);
  expect((await patch(patchOf({ op: 'Replace', path: 'active', value: 'True' }))).active).toBe(true);
  // A soft deletion, followed by a new object for the same person before the former object is deleted.
  const softDelete = { op: 'Replace', path: 'userName', value: '0a21f0f2jo.upn@a.example' };
  expect((await patch(patchOf(softDelete, { op: 'Replace', path: 'active', value: 'False' }))).active).toBe(false);
  expect(await find(entra.create.userName)).toEqual([]);
  const again = await scim.send('POST /Users', { ...entra.create, externalId: 'new-object' });
  expect([again.status, again.body.active, again.body.id === id]).toEqual([201, true, false]);
  expect((await scim.send(`DELETE /Users/${id}`)).status).toBe(404);
  expect((await scim.send(`DELETE /Users/${again.body.id}`)).status).toBe(204);
  expect((await scim.send(`GET /Users/${again.body.id}`)).status).toBe(404);
  expect(await find(entra.create.userName)).toEqual([]);
});

test('SCIMUSER-87 Okta, from the test of the connection to the last deactivation', async () => {
  const scim = await startScimClient(platform);
  const { userName } = okta.create;
  expect(await scim.send('GET /Users?startIndex=1&count=2')).toMatchObject({ status: 200 });
  expect((await scim.send(byName(userName))).body.totalResults).toBe(0);
  const created = await scim.send('POST /Users', okta.create);
  expect(created).toMatchObject({ status: 201, body: { active: true, userName } });
  const { id } = created.body;
  const put = (more: object = {}) => scim.send(`PUT /Users/${id}`, { ...okta.replace(id), ...more });
  expect(await put()).toMatchObject({ status: 200, body: { name: { givenName: 'Another' }, active: true } });
  expect(await scim.send('POST /Groups', { displayName: 'Sales' })).toMatchObject({
    status: 501,
    body: { status: '501' },
  });
  // The provider sends the whole profile each time, with a changed email that is not applied.
  const moved = { emails: [{ primary: true, value: 'new@a.example', type: 'work' }] };
  for (const familyName of ['Once', 'Twice']) {
    const { status, body } = await put({ ...moved, name: { givenName: 'Test', familyName } });
    expect([status, body.name.familyName, body.emails[0].value]).toEqual([200, familyName, userName]);
  }
  // The user is unassigned, assigned again, and unassigned for good.
  for (const active of [false, true, false]) {
    const found = await scim.send(byName(userName));
    expect(found.body.Resources).toMatchObject([{ id, active: !active }]);
    const change = active ? await put({ active }) : await scim.send(`PATCH /Users/${id}`, okta.deactivate);
    expect(change).toMatchObject({ status: 200, body: { active } });
  }
  const events = await platform.auditEntries('users:deactivate', 'users:activate');
  expect(events.map(({ action }) => action)).toEqual(['users:deactivate', 'users:activate', 'users:deactivate']);
});
