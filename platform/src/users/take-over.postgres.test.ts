import { expect, test } from 'vitest';
import { lockUser } from '../core/access/locks.ts';
import { newOrganisation, newUser, organisationForm } from '../testing/forms.ts';
import { png } from '../testing/images.ts';
import { invitationCalls } from '../testing/invitations.ts';
import { untilLockWaits } from '../testing/lock-waits.ts';
import { useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform();
const { inviteExternal, inviteOrganisation, mailedToken, send, setPassword } = invitationCalls(platform);
const email = 'ciso@b.example';
const taken = [422, { errors: { email: ['is taken'] }, codes: { email: ['TAKEN'] } }];

const row = () => platform.db.selectFrom('ent_usr').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
const create = (user: 'orgA' | 'orgB' | 'adm', more: object = {}) =>
  send('POST /consoles/create_org_user', user, { ent_usr: newUser(email, { role_id: 4, ...more }) });

/** Locks the row until the first request waits for it, and then the second one. */
async function inTurn<T>(first: () => Promise<T>, second: () => Promise<T>): Promise<[T, T]> {
  const { id } = await row();
  const answers = await platform.db.transaction().execute(async (trx) => {
    await lockUser(trx, id);
    const one = first();
    await untilLockWaits(platform.db, 1);
    const other = second();
    await untilLockWaits(platform.db, 2);
    return [one, other] as const;
  });
  return Promise.all(answers);
}

test('USER-75 of two organisations that take over an unproven user at once, the first one gets them', async () => {
  await inviteExternal(email);
  const [first, second] = await inTurn(
    () => create('orgB'),
    () => create('adm', { ent_org_id: platform.orgs.M }),
  );
  expect(first.statusCode).toBe(200);
  expect([second.statusCode, second.json()]).toEqual(taken);
  expect((await row()).ent_org_id).toBe(platform.orgs.B);
});

test('USER-75 of many organisations that create a user whom one invites at once, one gets them', async () => {
  for (let n = 0; n < 5; n += 1) {
    await platform.db.deleteFrom('ent_usr').where('email', '=', email).execute();
    const [, ...answers] = await Promise.all([
      inviteExternal(email),
      create('orgB'),
      create('adm', { ent_org_id: platform.orgs.M }),
      create('orgB'),
    ]);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ statusCode }) => statusCode !== 200))
      expect([answer.statusCode, answer.json()]).toEqual(taken);
  }
});

const acceptWithDetails = async () =>
  send('POST /consoles/update_org_user', 'orgA', {
    ent_usr: newUser(email, { id: (await row()).id, role_id: 4, ent_org_id: platform.orgs.A }),
  });

test('USER-75 an acceptance before a take-over makes the user an account, so that the email is taken', async () => {
  await inviteExternal(email);
  const [accepted, created] = await inTurn(acceptWithDetails, () => create('orgB'));
  expect(accepted.statusCode).toBe(200);
  expect([created.statusCode, created.json()]).toEqual(taken);
  expect((await row()).ent_org_id).toBeNull();
});

test('USER-75 an acceptance after a take-over is refused, and the user stays with the organisation that created them', async () => {
  await inviteExternal(email);
  const [created, accepted] = await inTurn(() => create('orgB'), acceptWithDetails);
  expect([created.statusCode, accepted.statusCode]).toEqual([200, 404]);
  const mapping = await platform.db.selectFrom('user_mapping').select('activated').executeTakeFirstOrThrow();
  expect([(await row()).ent_org_id, mapping.activated]).toEqual([platform.orgs.B, null]);
});

test('USER-75 a link that sets a password wins or loses against a take-over, never both', async () => {
  await inviteExternal(email);
  await platform.call('POST /consoles/console_reset_pwd_link', { body: { email } });
  const token = await mailedToken(email);
  const [created, set] = await inTurn(
    () => create('orgB'),
    () => setPassword(email, token),
  );
  expect([created.statusCode, set.statusCode]).toEqual([200, 422]);
  expect((await row()).password_hash).toBeNull();
});

test('USER-75 the same, the other way round', async () => {
  await inviteExternal(email);
  await platform.call('POST /consoles/console_reset_pwd_link', { body: { email } });
  const token = await mailedToken(email);
  const [set, created] = await inTurn(
    () => setPassword(email, token),
    () => create('orgB'),
  );
  expect(set.statusCode).toBe(200);
  expect([created.statusCode, created.json()]).toEqual(taken);
});

test('USER-79 an invitation of a user whom the job is deleting adds them anew', async () => {
  await inviteExternal(email);
  const { id } = await row();
  const { invited } = await platform.db.transaction().execute(async (trx) => {
    await trx.deleteFrom('ent_usr').where('id', '=', id).execute();
    const answer = inviteExternal(email);
    await untilLockWaits(platform.db, 1);
    return { invited: answer };
  });
  expect((await invited).statusCode).toBe(200);
  expect((await row()).id).not.toBe(id);
});

const onboard = async (reset_password_token: string) =>
  platform.call('POST /consoles/create_or_updare_org', {
    ...organisationForm(newOrganisation('New', { reset_password_token }), { logo: await png(), icon: await png() }),
  });

test('USER-75 an onboarding after a take-over is refused', async () => {
  await inviteOrganisation(email);
  const token = await mailedToken(email);
  const [created, onboarded] = await inTurn(
    () => create('orgB'),
    () => onboard(token),
  );
  expect([created.statusCode, onboarded.statusCode, onboarded.json().code]).toEqual([200, 422, 'TOKEN_INVALID']);
  expect((await row()).ent_org_id).toBe(platform.orgs.B);
});
