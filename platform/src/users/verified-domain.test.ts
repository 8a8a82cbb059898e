import { expect, test } from 'vitest';
import { minuteMs } from '../core/base/clock.ts';
import type { UserName } from '../testing/fixtures.ts';
import { csvOf, formOf, newUser, rowOf } from '../testing/forms.ts';
import { invitationCalls } from '../testing/invitations.ts';
import { useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform();
const { create, list, mailsTo, send } = invitationCalls(platform);
const email = 'ciso@b.example';
const taken = [422, { errors: { email: ['is taken'] }, codes: { email: ['TAKEN'] } }];

const createIn = async (user: UserName, more: object = {}) => {
  const answer = await send('POST /consoles/create_org_user', user, {
    ent_usr: newUser(email, { role_id: 4, ...more }),
  });
  return [answer.statusCode, answer.json()];
};
const row = () => platform.db.selectFrom('ent_usr').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
const addDomain = (domain: string, verified_at: Date | null, org = platform.orgs.B) =>
  platform.db
    .insertInto('sso_domain')
    .values({ ent_org_id: org, domain, token: `token of ${domain}`, created_at: platform.now(), verified_at })
    .execute();

test('USER-78 an organisation takes over an unproven user by its verified domain, with an event and an email for both', async () => {
  await create(email);
  const { id } = await row();
  await addDomain('b.example', platform.now());
  platform.moveClock(minuteMs);
  expect(await createIn('orgB')).toMatchObject([200, { user: { id, ent_org_id: platform.orgs.B } }]);
  const { A, B } = platform.orgs;
  expect(await platform.auditEntries('users:takeOver')).toMatchObject([
    { subject_org_id: A, target_id: String(id), after: { email } },
    { subject_org_id: B, target_id: String(id), after: { email } },
  ]);
  for (const to of ['orga@a.example', 'orgb@b.example']) {
    const [mail] = (await mailsTo(to)).filter((text) => text.includes('verified their email domain'));
    expect(mail).toContain(email);
    expect(mail).toContain('Organisation B took over 1 user of');
  }
  expect((await list(`&search=${email}`)).invitations).toEqual([]);
});

test('USER-78 an upload sends one email to each Organiser', async () => {
  await addDomain('b.example', platform.now());
  for (const one of ['x1@b.example', 'x2@b.example']) await create(one);
  const { apiKey: key } = await platform.signIn('orgB');
  const file = formOf({ org_id: platform.orgs.B }, csvOf(['x1', 'x2', 'x3'].map((name) => rowOf(`${name}@b.example`))));
  expect((await platform.call('POST /consoles/bulk_user_upload', { key, ...file })).statusCode).toBe(200);
  const mails = (await mailsTo('orga@a.example')).filter((text) => text.includes('verified their email domain'));
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain('x1@b.example, x2@b.example');
  expect(mails[0]).not.toContain('x3@');
});

test('USER-78 a domain that is typed, not verified, another one or of another organisation gives no right', async () => {
  await create(email);
  await platform.db
    .updateTable('ent_org')
    .set({ email_domain: 'b.example' })
    .where('id', '=', platform.orgs.B)
    .execute();
  expect(await createIn('orgB')).toEqual(taken);
  await addDomain('b.example', null);
  await addDomain('mail.b.example', platform.now());
  await addDomain('example', platform.now());
  expect(await createIn('orgB')).toEqual(taken);
  await addDomain('b.example', platform.now(), platform.orgs.M);
  expect(await createIn('orgB')).toEqual(taken);
});

test('USER-78 a user who was proven stays in the organisation, also if another one has verified the domain', async () => {
  await create(email);
  await addDomain('b.example', platform.now());
  await platform.db.updateTable('ent_usr').set({ password_hash: 'hash' }).where('email', '=', email).execute();
  expect(await createIn('orgB')).toEqual(taken);
});

test('USER-78 an organisation with the verified domain loses no user to one that has not', async () => {
  await addDomain('b.example', platform.now());
  await create(email, {}, 'orgB');
  expect(await createIn('orgA')).toEqual(taken);
});
