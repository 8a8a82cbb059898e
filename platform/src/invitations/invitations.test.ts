import { expect, test } from 'vitest';
import { dayMs, minuteMs } from '../core/base/clock.ts';
import { invitationCalls } from '../testing/invitations.ts';
import { useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform();
const { send, create, inviteOrganisation, inviteExternal, list, revoke, mailedToken, setPassword } =
  invitationCalls(platform);

const statesOf = async (query = '') =>
  (await list(query)).invitations.map(({ email, state }: { email: string; state: string }) => `${email} ${state}`);

test('DESIGN-8 a created user, an invited organisation and an external user are invitations with their kinds, the last sent first', async () => {
  const sent = () => platform.now().toISOString();
  const expires = () => new Date(platform.now().getTime() + 7 * dayMs).toISOString();
  await create('one@a.example');
  const first = { email: 'one@a.example', kind: 'user', role: 'ASSESSOR', sent_at: sent(), expires_at: expires() };
  platform.moveClock(minuteMs);
  await inviteOrganisation('boss@new.example');
  const second = { email: 'boss@new.example', kind: 'organisation', role: null, expires_at: expires() };
  platform.moveClock(minuteMs);
  await inviteExternal('orgb@b.example');
  const third = { email: 'orgb@b.example', kind: 'external_user', role: null, expires_at: null, has_link: false };
  const { invitations, ...ends } = await list();
  expect(invitations).toMatchObject([third, second, first]);
  expect(ends).toEqual({ total_count: 3, has_next: false, has_previous: false });
  for (const one of invitations)
    expect(one).toMatchObject({ ent_org_id: platform.orgs.A, state: 'Pending', failure: null, is_disabled: false });
  expect(invitations.map(({ requester }: { requester: { email: string } }) => requester.email)).toEqual([
    'assa@a.example',
    'orga@a.example',
    'orga@a.example',
  ]);
});

test('PENDING-28 invitations come by their expiry, those without one last', async () => {
  await inviteExternal('orgb@b.example');
  for (const email of ['one@a.example', 'two@a.example', 'three@a.example']) await create(email);
  const expireIn = async (email: string, days: number) =>
    platform.db
      .updateTable('invitation')
      .set({ expires_at: new Date(platform.now().getTime() + days * dayMs) })
      .where('ent_usr_id', 'in', platform.db.selectFrom('ent_usr').select('id').where('email', '=', email))
      .execute();
  await expireIn('two@a.example', 1);
  await expireIn('one@a.example', 2);
  const byExpiry = (direction: string) => statesOf(`&state=Pending&order_by=expires_at&direction=${direction}`);
  const [soonest, ...others] = ['two@a.example', 'one@a.example', 'three@a.example'].map((email) => `${email} Pending`);
  expect(await byExpiry('asc')).toEqual([soonest, ...others, 'orgb@b.example Pending']);
  expect(await byExpiry('desc')).toEqual([...others.toReversed(), soonest, 'orgb@b.example Pending']);
});

test('DESIGN-8 the state of a user’s invitation follows the password, the clock, the mail and the user', async () => {
  const { id } = await create('one@a.example');
  const row = platform.db.updateTable('invitation').where('ent_usr_id', '=', id);
  const mail = platform.db.updateTable('mail').where('recipient', '=', 'one@a.example');
  const state = async () => (await list()).invitations[0];
  expect(await state()).toMatchObject({ state: 'Pending' });
  await mail.set({ failed_at: platform.now(), failure: '550 No such user' }).execute();
  expect(await state()).toMatchObject({ state: 'Failed', failure: '550 No such user' });
  await mail.set({ failed_at: null }).execute();
  platform.moveClock(7 * dayMs - 1);
  expect(await state()).toMatchObject({ state: 'Pending', failure: null });
  platform.moveClock(1);
  expect(await state()).toMatchObject({ state: 'Expired' });
  await row.set({ revoked_at: platform.now() }).execute();
  expect(await state()).toMatchObject({ state: 'Revoked' });
  await row.set({ revoked_at: null }).execute();
  const user = platform.db.updateTable('ent_usr').where('id', '=', id);
  await user.set({ is_disabled: true }).execute();
  expect(await state()).toMatchObject({ state: 'Revoked', is_disabled: true });
  await user.set({ is_disabled: false, password_hash: 'x' }).execute();
  expect(await state()).toMatchObject({ state: 'Accepted' });
});

test('DESIGN-8 an organisation’s invitation is accepted once its organiser is completed, an external user’s once they are accepted', async () => {
  await inviteOrganisation('boss@new.example');
  await inviteExternal('orgb@b.example');
  await inviteExternal('mfaa@m.example');
  const ofUser = (email: string) => platform.db.updateTable('ent_usr').where('email', '=', email);
  await ofUser('boss@new.example').set({ ent_org_id: platform.orgs.M }).execute();
  expect(await statesOf('&kind=organisation')).toEqual(['boss@new.example Pending']);
  await ofUser('boss@new.example').set({ role_id: 3 }).execute();
  const mapping = (id: number) => platform.db.updateTable('user_mapping').where('ent_usr_id', '=', id);
  await mapping(platform.users.orgB.id).set({ activated: true }).execute();
  await mapping(platform.users.mfaA.id).set({ activated: false }).execute();
  expect(await statesOf()).toEqual(['mfaa@m.example Revoked', 'orgb@b.example Accepted', 'boss@new.example Accepted']);
});

test('DESIGN-8 an external user with details is pending until the password is set', async () => {
  await inviteExternal('new@new.example');
  const { ent_usr_id: id } = (await list()).invitations[0];
  const form = { id, firstname: 'Maya', lastname: 'Rao', designation: 'Analyst', role_id: 4 };
  const ent_usr = { ...form, supervisor: 'lead@a.example', department_name: 'HR', ent_org_id: platform.orgs.A };
  expect((await send('POST /consoles/update_org_user', 'orgA', { ent_usr })).statusCode).toBe(200);
  expect(await statesOf()).toEqual(['new@new.example Pending']);
  expect((await setPassword('new@new.example', await mailedToken('new@new.example'))).statusCode).toBe(200);
  expect(await statesOf()).toEqual(['new@new.example Accepted']);
});

test('DESIGN-8 the list is searched, filtered by state and kind, and paged in both ways', async () => {
  for (const name of ['one', 'two', 'three', 'four']) {
    platform.moveClock(1_000);
    await create(`${name}@a.example`);
  }
  await inviteExternal('orgb@b.example');
  const { invitations } = await list();
  await revoke(invitations.at(-1).id);
  expect(await statesOf('&state=Revoked&state=Failed')).toEqual(['one@a.example Revoked']);
  expect(await statesOf('&search=THREE')).toEqual(['three@a.example Pending']);
  expect(await statesOf('&kind=external_user')).toEqual(['orgb@b.example Pending']);
  expect(await list('&kind=user&limit=0')).toMatchObject({ invitations: [], total_count: 4 });
  expect(await statesOf('&kind=user&limit=2&offset=1')).toEqual(['three@a.example Pending', 'two@a.example Pending']);
  const place = (one: { sent_at: string; id: number }) =>
    encodeURIComponent(JSON.stringify({ values: [one.sent_at], id: one.id }));
  const { invitations: next, ...ends } = await list(`&limit=2&after=${place(invitations[1])}`);
  expect(next.map(({ email }: { email: string }) => email)).toEqual(['three@a.example', 'two@a.example']);
  expect(ends).toEqual({ total_count: 5, has_next: true, has_previous: true });
  expect(await statesOf('&limit=2&last=true')).toEqual(['two@a.example Pending', 'one@a.example Revoked']);
});

test('DESIGN-8 the invitations of users are read for many users at once, without the accepted ones', async () => {
  const [one, two] = [await create('one@a.example'), await create('two@a.example')];
  await setPassword('two@a.example', await mailedToken('two@a.example'));
  const read = async (user: 'orgA' | 'orgB') =>
    (await send(`GET /consoles/ext/user_invitations?user_id=${one.id}&user_id=${two.id}`, user)).json().invitations;
  expect(await read('orgA')).toMatchObject([{ ent_usr_id: one.id, state: 'Pending' }]);
  expect(await read('orgB')).toEqual([]);
});

test('DESIGN-8 CASES-27 a role sees the invitations that it may see, and none of another organisation', async () => {
  await create('one@a.example');
  await inviteOrganisation('boss@new.example');
  await inviteExternal('both@new.example');
  await inviteExternal('both@new.example', 'orgB', platform.orgs.B);
  await inviteOrganisation('boss@new.example', 'orgB');
  const seen = async (user: 'arc' | 'orgA' | 'assA' | 'orgB', org = platform.orgs.A) =>
    (await list('', user, org)).invitations?.map(({ email }: { email: string }) => email) ?? 'none';
  const all = ['both@new.example', 'boss@new.example', 'one@a.example'];
  expect([await seen('arc'), await seen('orgA')]).toEqual([all, all]);
  expect(await seen('assA')).toEqual(['both@new.example', 'one@a.example']);
  expect(await seen('orgB')).toBe('none');
  expect(await seen('orgB', platform.orgs.B)).toEqual(['boss@new.example', 'both@new.example']);
  expect(JSON.stringify(await list())).not.toMatch(/b\.example/);
});
