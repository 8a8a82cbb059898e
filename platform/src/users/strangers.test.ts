import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addMs, hourMs, minuteMs } from '../core/base/clock.ts';
import { maxHourlyEmails } from '../core/mail/space-out.ts';
import { findFullRecipients } from '../invitations/limit-invitations.ts';
import { csvOf, formOf, newUser, rowOf } from '../testing/forms.ts';
import { invitationCalls } from '../testing/invitations.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { maxHourlyStrangers } from './new-users.ts';

const platform = useTestPlatform();
const { send, list, revoke, resend, copyLink } = invitationCalls(platform);

const create = async (email: string) =>
  send('POST /consoles/create_org_user', 'orgA', { ent_usr: newUser(email, { role_id: 4 }) });
const uploadTo = async (path: 'bulk_user_upload' | 'ext/update_users_by_file', emails: readonly string[]) =>
  platform.call(`POST /consoles/${path}`, {
    key: (await platform.signIn('orgA')).apiKey,
    ...formOf({ org_id: platform.orgs.A }, csvOf(emails.map((email) => rowOf(email)))),
  });
const upload = (emails: readonly string[]) => uploadTo('bulk_user_upload', emails);
const invitationOf = async (email: string) => (await list(`&search=${email}`)).invitations[0];
const createAndRevoke = async (email: string) => {
  const answer = await create(email);
  await revoke((await invitationOf(email)).id);
  return answer.json();
};

/** Users that were created `minutes` ago. */
const addCreated = (count: number, domain: string, minutes: number, more: { imported_at?: Date } = {}) =>
  sql`insert into ent_usr (ent_org_id, email, role_id, created_at, updated_at, imported_at)
    select ${platform.orgs.A}::int, 'made' || n || '@' || ${domain}, 4, at, at, ${more.imported_at ?? null}::timestamptz
    from generate_series(1, ${count}::int) as n, (select ${addMs(platform.now(), -minutes * minuteMs)}::timestamptz as at) as created`.execute(
    platform.db,
  );
const verify = (domain: string) =>
  platform.db
    .insertInto('sso_domain')
    .values({
      ent_org_id: platform.orgs.A,
      domain,
      token: 't',
      created_at: platform.now(),
      verified_at: platform.now(),
    })
    .execute();
const countOf = async () => (await platform.db.selectFrom('ent_usr').select('id').execute()).length;

test('STRANGER-1 a user who is created and revoked again and again gets five emails an hour, and the result says so', async () => {
  const answers = [];
  for (let n = 0; n < 8; n += 1) answers.push(await createAndRevoke('victim@bank.example'));
  const withheld = (answer: { is_email_withheld?: boolean }) => answer.is_email_withheld === true;
  expect(answers.map(withheld)).toEqual([false, false, false, false, false, true, true, true]);
  const ofFile = await upload(['victim@bank.example', 'other@bank.example']);
  expect(ofFile.json()).toMatchObject({ users: [{}, {}], withheld_emails: ['victim@bank.example'] });
  await platform.db.deleteFrom('ent_usr').where('email', '=', 'victim@bank.example').execute();
  const ofUpdate = await uploadTo('ext/update_users_by_file', ['victim@bank.example']);
  expect(ofUpdate.json()).toMatchObject({ withheld_emails: ['victim@bank.example'] });
  const mails = await platform.db
    .selectFrom('mail')
    .selectAll()
    .where('recipient', '=', 'victim@bank.example')
    .execute();
  expect(mails.filter(({ failed_at }) => failed_at === null)).toHaveLength(5);
  expect(mails.filter(({ body_text }) => body_text !== null)).toHaveLength(5);
  platform.moveClock(hourMs);
  expect(withheld(await createAndRevoke('victim@bank.example'))).toBe(false);
});

test('STRANGER-1 all organisations together email a new user 15 times an hour', async () => {
  const counted: number[] = [];
  const count = (organisationId: number) =>
    platform.db
      .transaction()
      .execute((trx) => findFullRecipients({ clock: platform.now }, trx, organisationId, ['victim@bank.example']));
  for (const id of [1, 2, 3, 4]) for (let n = 0; n < 5; n += 1) counted.push((await count(id)).size);
  expect(counted).toEqual([...Array(15).fill(0), ...Array(5).fill(1)]);
});

test('STRANGER-12 emails with a plus in them count for one mailbox, also in one file', async () => {
  const emails = Array.from({ length: 7 }, (_, n) => `victim+${n}@bank.example`);
  const ofFile = await upload(emails);
  expect(ofFile.json()).toMatchObject({ withheld_emails: emails.slice(5) });
  expect((await createAndRevoke('Victim@bank.example')).is_email_withheld).toBe(true);
});

test('STRANGER-13 other organisations do not use up the emails of an organisation to its verified domain', async () => {
  await verify('own.example');
  for (const id of [2, 3, 4])
    for (let n = 0; n < 5; n += 1)
      await platform.db
        .transaction()
        .execute((trx) => findFullRecipients({ clock: platform.now }, trx, id, ['new@own.example']));
  const withheld = [];
  for (let n = 0; n < 6; n += 1) withheld.push((await createAndRevoke('new@own.example')).is_email_withheld === true);
  expect(withheld).toEqual([false, false, false, false, false, true]);
});

test('STRANGER-2 the invitation of a user without an email says why, and its link can be copied', async () => {
  for (let n = 0; n < 5; n += 1) await createAndRevoke('victim@bank.example');
  await create('victim@bank.example');
  const invitation = await invitationOf('victim@bank.example');
  expect(invitation).toMatchObject({
    state: 'Failed',
    is_unsent: true,
    failure: 'This address received too many invitations within an hour.',
  });
  platform.moveClock(minuteMs);
  const refused = await resend(invitation.id);
  expect([refused.statusCode, refused.json().message]).toEqual([
    429,
    expect.stringMatching(
      /^No email was sent\. This address received too many invitations within an hour\. Try again in 59 minutes\.$/,
    ),
  ]);
  expect((await copyLink(invitation.id)).json().link).toContain('reset_password_token=');
});

test('STRANGER-3 after more than 2,000 new users outside verified domains, a further file or form is refused until the hour is over', async () => {
  // The other users of the organisation were created two hours ago.
  platform.moveClock(2 * hourMs);
  await addCreated(maxHourlyStrangers, 'bank.example', 50);
  expect((await upload(['one@bank.example'])).statusCode).toBe(200);
  const before = await countOf();
  const from = addMs(platform.now(), 11 * minuteMs - 1)
    .toISOString()
    .slice(11, 16);
  const answers = [
    await upload(['two@bank.example', 'three@bank.example']),
    await uploadTo('ext/update_users_by_file', ['two@bank.example']),
    await create('two@bank.example'),
  ];
  for (const answer of answers) {
    expect([answer.statusCode, answer.json()]).toEqual([
      429,
      {
        message: `This organisation has created more than 2,000 users outside its verified domains in the last hour. You can create more from ${from} UTC.`,
        retry_after: 600,
      },
    ]);
    expect(answer.headers['retry-after']).toBe('600');
  }
  expect(await countOf()).toBe(before);
  platform.moveClock(10 * minuteMs);
  expect((await create('two@bank.example')).statusCode).toBe(200);
});

test('STRANGER-4 users inside a verified domain are not limited, and neither they nor imported users count', async () => {
  await addCreated(maxHourlyStrangers + 1, 'own.example', 1);
  expect((await create('one@own.example')).statusCode).toBe(429);
  await verify('own.example');
  await addCreated(maxHourlyStrangers + 1, 'imported.example', 1, { imported_at: platform.now() });
  expect((await create('one@bank.example')).statusCode).toBe(200);
  await addCreated(maxHourlyStrangers, 'bank.example', 1);
  expect((await create('two@bank.example')).statusCode).toBe(429);
  expect((await upload(['one@own.example', 'two@own.example'])).statusCode).toBe(200);
});

test('STRANGER-5 invitations beyond 2,000 an hour of an organisation are due later, and resending counts', async () => {
  const emails = Array.from({ length: maxHourlyEmails }, (_, n) => `new${n}@bank.example`);
  expect((await create('first@bank.example')).statusCode).toBe(200);
  platform.moveClock(20 * minuteMs);
  expect((await upload(emails)).statusCode).toBe(200);
  const first = await invitationOf('first@bank.example');
  platform.moveClock(minuteMs);
  expect((await resend(first.id)).statusCode).toBe(200);
  const mails = await platform.db.selectFrom('mail').select(['recipient', 'due_at']).orderBy('id').execute();
  const minutesTo = (at: Date | null) =>
    at && (at.getTime() - addMs(platform.now(), -21 * minuteMs).getTime()) / minuteMs;
  expect(mails.map(({ due_at }) => minutesTo(due_at))).toEqual([0, ...emails.slice(1).map(() => 20), 60, 80]);
  expect(mails.at(-1)?.recipient).toBe('first@bank.example');
  expect(await invitationOf(emails.at(-1) ?? '')).toMatchObject({ state: 'Pending', is_mail_waiting: true });
});

test('STRANGER-14 an invitation that is resent while its email waits keeps its place, and an email that is not sent takes none', async () => {
  await verify('own.example');
  const emails = Array.from({ length: 2 * maxHourlyEmails + 1 }, (_, n) => `new${n}@own.example`);
  for (const part of [emails.slice(0, 2_500), emails.slice(2_500)]) expect((await upload(part)).statusCode).toBe(200);
  const [resent = '', revoked = ''] = emails.slice(maxHourlyEmails);
  const start = platform.now();
  platform.moveClock(minuteMs);
  expect((await resend((await invitationOf(resent)).id)).statusCode).toBe(200);
  for (const email of [revoked, emails.at(-1) ?? '']) await revoke((await invitationOf(email)).id);
  expect((await create('later@own.example')).statusCode).toBe(200);
  const mails = await platform.db
    .selectFrom('mail')
    .select(['recipient', 'due_at'])
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  expect(mails).toEqual(
    ['later@own.example', resent].map((recipient) => ({ recipient, due_at: addMs(start, hourMs) })),
  );
});
