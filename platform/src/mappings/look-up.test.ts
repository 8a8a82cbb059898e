import { expect, test } from 'vitest';
import { minuteMs } from '../core/base/clock.ts';
import type { UserName } from '../testing/fixtures.ts';
import { addMapping, addUserMapping } from '../testing/mappings.ts';
import { useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform();

const ask = async (user: UserName, path: string, body: object) =>
  platform.call(`POST /consoles/${path}`, { key: (await platform.signIn(user)).apiKey, body });
const check = (user: UserName, email: string) => ask(user, 'check_if_org_usr_exists', { user: { email } });
const exists = (user: UserName, vendor_id: number, customer_id: number) =>
  ask(user, 'mapping_exists', { vendor_id, customer_id });
const userExists = (user: UserName, ent_usr_id: number, mapped_org_id: number) =>
  ask(user, 'user_mapping_exists', { ent_usr_id, mapped_org_id });

test.each(['adm', 'arc', 'orgA', 'assA'] as const)(
  'REST-16 INVITE-4 %s gets the organisation and the user of an email, without other fields',
  async (user) => {
    const { orgs, users, db } = platform;
    await db.updateTable('ent_usr').set({ is_disabled: true }).where('id', '=', users.mfaA.id).execute();
    const org = { id: orgs.B, brandname: 'Organisation B' };
    expect((await check(user, ' ORGB@b.example ')).json()).toEqual({
      org,
      user: { id: users.orgB.id, is_disabled: false },
    });
    expect((await check(user, 'mfaa@m.example')).json()).toMatchObject({ user: { is_disabled: true } });
    const { id } = users.nowhere;
    expect((await check(user, 'nowhere@nowhere.example')).json()).toEqual({
      org: null,
      user: { id, is_disabled: false },
    });
    expect((await check(user, 'unknown@x.example')).json()).toEqual({ org: null, user: null });
  },
);

test('REST-16 INVITE-3 ROLE-4 an invalid email is refused, and a caller who may not invite gets no information', async () => {
  for (const email of ['', 'x']) expect((await check('orgA', email)).json()).toHaveProperty('errors.email');
  for (const email of ['orgb@b.example', 'x']) expect((await check('audA', email)).statusCode).toBe(403);
});

test('REST-16 SECURITY-T9 a user can look up at most 60 emails an hour, known or not', async () => {
  const { apiKey: key } = await platform.signIn('orgA');
  const body = { user: { email: 'unknown@x.example' } };
  const again = () => platform.call('POST /consoles/check_if_org_usr_exists', { key, body });
  for (let n = 1; n <= 60; n += 1) expect((await again()).statusCode).toBe(200);
  const refused = await again();
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '3600']);
  expect((await check('assA', 'orgb@b.example')).statusCode).toBe(200);
  platform.moveClock(61 * minuteMs);
  expect((await check('orgA', 'orgb@b.example')).statusCode).toBe(200);
});

test('REST-29 INVITE-4 the pending or accepted mapping of a pair is found in both directions, a rejected one is not', async () => {
  const { orgs, users, db } = platform;
  const vendor = { id: orgs.B, brandname: 'Organisation B' };
  const customer = { id: orgs.A, brandname: 'Organisation A' };
  expect((await exists('orgA', orgs.B, orgs.A)).json()).toEqual({ vendor, customer, mapping: null });
  const id = await addMapping(db, orgs.B, orgs.A, { requester_id: users.orgA.id, mapped_user_id: users.orgB.id });
  const { mapping } = (await exists('orgA', orgs.B, orgs.A)).json();
  expect(mapping).toMatchObject({ id, vendor, customer, activated: null, show_activate_deactivate_button: false });
  const turned = (await exists('orgB', orgs.A, orgs.B)).json();
  expect(turned).toMatchObject({
    vendor: customer,
    customer: vendor,
    mapping: { id, vendor, customer, show_activate_deactivate_button: true },
  });
  expect((await exists('arc', orgs.A, orgs.B)).json().mapping.id).toBe(id);
  expect((await exists('orgA', orgs.M, orgs.A)).json().mapping).toBeNull();
  await db.updateTable('org_mapping').set({ activated: true }).execute();
  expect((await exists('orgA', orgs.B, orgs.A)).json().mapping.activated).toBe(true);
  await db.updateTable('org_mapping').set({ activated: false }).execute();
  expect((await exists('orgA', orgs.B, orgs.A)).json().mapping).toBeNull();
});

test('REST-29 OPEN-22 a pair without the caller’s organisation is 404 like an unknown one, and lookups are limited', async () => {
  const { orgs, db } = platform;
  await addMapping(db, orgs.B, orgs.M);
  const unknown = [404, '{"message":"Not Found"}'];
  for (const [vendor, customer] of [
    [orgs.B, orgs.M],
    [orgs.M, orgs.B],
    [orgs.B, 999_999],
    [999_999, orgs.A],
    [orgs.A, 999_999],
  ] as const) {
    const answer = await exists('orgA', vendor, customer);
    expect([answer.statusCode, answer.body]).toEqual(unknown);
  }
  expect((await exists('adm', orgs.B, orgs.M)).json().mapping).toMatchObject({
    show_activate_deactivate_button: false,
  });
  const { apiKey: key } = await platform.signIn('orgA');
  const guess = (vendor_id: number) =>
    platform.call('POST /consoles/mapping_exists', { key, body: { vendor_id, customer_id: orgs.A } });
  const statuses = new Set();
  for (let id = 1; id <= 70; id += 1) statuses.add((await guess(id)).statusCode);
  expect(statuses).toEqual(new Set([200, 404, 429]));
});

test('REST-30 INVITE-13 INVITE-14 a user’s mapping has their organisation, the requester and the status', async () => {
  const { orgs, users, db } = platform;
  const mapped_org = { id: orgs.A, brandname: 'Organisation A' };
  expect((await userExists('assA', users.orgB.id, orgs.A)).json()).toEqual({ mapped_org, mapping: null });
  const id = await addUserMapping(db, users.orgB.id, orgs.A, { requester_id: users.assA.id });
  expect((await userExists('assA', users.orgB.id, orgs.A)).json()).toEqual({
    mapped_org,
    mapping: expect.objectContaining({
      id,
      vendor_id: orgs.B,
      vendor: { id: orgs.B, brandname: 'Organisation B', is_disabled: false },
      customer_id: orgs.A,
      customer: { ...mapped_org, is_disabled: false },
      activated: null,
      status: 'Pending',
      requester: expect.objectContaining({ id: users.assA.id }),
      mapped_user: expect.objectContaining({ id: users.orgB.id, email: 'orgb@b.example' }),
      show_activate_deactivate_button: true,
    }),
  });
  await db.updateTable('user_mapping').set({ activated: true }).execute();
  expect((await userExists('orgA', users.orgB.id, orgs.A)).json().mapping).toMatchObject({
    activated: true,
    status: 'Accepted',
    show_activate_deactivate_button: false,
  });
  await db.updateTable('user_mapping').set({ activated: false }).execute();
  expect((await userExists('orgA', users.orgB.id, orgs.A)).json().mapping).toBeNull();
});

test('REST-30 OPEN-31 a user without organisation has no vendor; an unknown user and an unmapped one look the same', async () => {
  const { orgs, users, db } = platform;
  await addUserMapping(db, users.invited.id, orgs.A);
  const { mapping } = (await userExists('orgA', users.invited.id, orgs.A)).json();
  expect(mapping).toMatchObject({ vendor_id: null, vendor: null, requester: null });
  await addUserMapping(db, users.orgB.id, orgs.M);
  const bodies = [];
  for (const id of [users.orgB.id, users.mfaA.id, 999_999]) bodies.push((await userExists('orgA', id, orgs.A)).body);
  expect(new Set(bodies).size).toBe(1);
  for (const org of [orgs.M, 999_999])
    expect((await userExists('orgA', users.orgB.id, org)).body).toBe('{"message":"Not Found"}');
  expect((await userExists('adm', users.orgB.id, orgs.M)).json().mapping.mapped_user.id).toBe(users.orgB.id);
});
