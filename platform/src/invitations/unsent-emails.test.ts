import { expect, test } from 'vitest';
import { minuteMs } from '../core/base/clock.ts';
import type { PlatformSettings } from '../core/base/settings.ts';
import { failureText } from '../core/mail/mailer.ts';
import type { UserName } from '../testing/fixtures.ts';
import { invitationCalls } from '../testing/invitations.ts';
import { startMailServer } from '../testing/mail-server.ts';
import { startTestPlatform, type TestPlatform } from '../testing/platform.ts';

const run = async (settings: Partial<PlatformSettings>, act: (platform: TestPlatform) => Promise<void>) => {
  const platform = await startTestPlatform({ settings });
  try {
    await act(platform);
  } finally {
    await platform.close();
  }
};
const read = async (platform: TestPlatform, user: UserName = 'adm') => {
  const { apiKey: key } = await platform.signIn(user);
  return (await platform.call('GET /consoles/ext/unsent_mails', { key })).json();
};
const write = (platform: TestPlatform, values: object, minutesAgo: number) =>
  platform.db
    .insertInto('mail')
    .values({
      recipient: 'one@a.example',
      subject: 'x',
      body_text: 'x',
      body_html: null,
      expires_at: null,
      sent_at: null,
      failed_at: null,
      invitation_id: null,
      kind: null,
      ent_org_id: null,
      created_at: before(platform, minutesAgo),
      ...values,
    })
    .execute();
const before = (platform: TestPlatform, minutes: number) => new Date(platform.now().getTime() - minutes * minuteMs);
const nothing = { is_sending: true, outbox_url: null, unsent_count: 0, unsent_since: null, failure: null };
const mailServer = { hasOutbox: false, smtpUrl: 'smtp://127.0.0.1:1' };

test('START-8 EMAIL-3 without a mail server everyone reads that emails are not sent, and Administrators how many wait for five minutes', () =>
  run({ hasOutbox: false }, async (platform) => {
    const { create, list } = invitationCalls(platform);
    expect(await read(platform)).toEqual({ ...nothing, is_sending: false });
    await create('one@a.example');
    const [invitation] = (await list()).invitations;
    expect(invitation).toMatchObject({ state: 'Pending', is_mail_waiting: true, is_unsent: true });
    const since = platform.now().toISOString();
    platform.moveClock(5 * minuteMs);
    expect(await read(platform)).toEqual({ ...nothing, is_sending: false, unsent_count: 1, unsent_since: since });
    for (const user of ['arc', 'orgA', 'assA', 'audA'] as const)
      expect(await read(platform, user)).toEqual({ ...nothing, is_sending: false });
  }));

test('EMAIL-3 with the outbox of this machine invitations are unsent, and Administrators read its URL', () =>
  run({ hasOutbox: true, port: 4100 }, async (platform) => {
    const { create, list } = invitationCalls(platform);
    await create('one@a.example');
    platform.moveClock(60 * minuteMs);
    const outbox = { ...nothing, is_sending: false, outbox_url: 'http://localhost:4100/outbox' };
    expect(await read(platform)).toEqual(outbox);
    expect(await read(platform, 'orgA')).toEqual({ ...outbox, outbox_url: null });
    expect((await list()).invitations[0]).toMatchObject({ is_mail_waiting: true, is_unsent: true });
  }));

test('START-8 mails that wait for five minutes, and passcodes that expired unsent since the last sent mail, are counted with the last words of the server', () =>
  run(mailServer, async (platform) => {
    await write(platform, { failure: '421 too new' }, 4);
    expect(await read(platform)).toEqual(nothing);
    await write(platform, { failure: '421 Try later' }, 20);
    await write(platform, { failed_at: before(platform, 1), failure: '550 No such user' }, 6);
    const passcode = { kind: 'passcode', expires_at: before(platform, 2), failed_at: before(platform, 1) };
    await write(platform, { ...passcode, failure: '535 Wrong password' }, 7);
    const since = before(platform, 20).toISOString();
    expect(await read(platform)).toEqual({
      ...nothing,
      unsent_count: 2,
      unsent_since: since,
      failure: '535 Wrong password',
    });
    await write(platform, { sent_at: platform.now() }, 0);
    expect(await read(platform)).toEqual({
      ...nothing,
      unsent_count: 1,
      unsent_since: since,
      failure: '421 Try later',
    });
  }));

test('START-64 mails that a mail server refuses are counted after five minutes with its last words, and no longer once it takes them', async () => {
  const { answers, received, url, close } = await startMailServer();
  answers.refuse = '4.3.0 The disk is full';
  await run({ hasOutbox: false, smtpUrl: url }, async (platform) => {
    const since = platform.now().toISOString();
    const { create, list } = invitationCalls(platform);
    for (const email of ['one@a.example', 'two@a.example']) await create(email);
    const failures = platform.db.selectFrom('mail').select('failure').where('failure', 'is not', null);
    await expect.poll(async () => (await failures.execute()).length).toBe(2);
    expect(await read(platform)).toEqual(nothing);
    platform.moveClock(5 * minuteMs);
    expect(await read(platform)).toEqual({
      ...nothing,
      unsent_count: 2,
      unsent_since: since,
      failure: '451 4.3.0 The disk is full',
    });
    expect((await list()).invitations).toMatchObject([{ is_unsent: true }, { is_unsent: true }]);
    answers.refuse = null;
    await expect.poll(() => read(platform), { timeout: 60_000 }).toEqual(nothing);
    expect(received.map(({ to }) => to).toSorted()).toEqual(['one@a.example', 'two@a.example']);
    expect((await list()).invitations).toMatchObject([{ is_unsent: false }, { is_unsent: false }]);
  }).finally(close);
});

test('START-10 a new invitation is unsent while older mails do not leave, and not while its mail is only waiting', () =>
  run(mailServer, async (platform) => {
    const invite = async (email: string) => {
      const { id } = await platform.db
        .insertInto('invitation')
        .values({
          kind: 'user',
          ent_org_id: platform.orgs.A,
          ent_usr_id: platform.users.invited.id,
          requester_id: platform.users.adm.id,
          token_hash: email,
          expires_at: null,
          revoked_at: null,
          sent_at: platform.now(),
          copied_at: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await write(platform, { invitation_id: id }, 0);
    };
    await invite('one');
    const { list } = invitationCalls(platform);
    expect((await list()).invitations[0]).toMatchObject({ is_mail_waiting: true, is_unsent: false });
    await write(platform, { failure: '421 Try later' }, 20);
    expect((await list()).invitations[0]).toMatchObject({ state: 'Pending', is_unsent: true });
  }));

test('START-8 the words of a mail server are one bounded line without the password and links of mails', () => {
  const url = 'smtp://user:p%40ss-word@mail.example';
  const answer = `550 p@ss-word\r\nrefused https://console.example/reset-password?reset_password_token=abc ${'x'.repeat(400)}`;
  const words = failureText(answer, url);
  expect(words).toMatch(/^550 … refused … x+$/);
  expect(words).toHaveLength(300);
});

test('STRANGER-6 an email that is due later is not counted until five minutes after it is due', () =>
  run(mailServer, async (platform) => {
    await write(platform, { due_at: before(platform, -10) }, 60);
    expect(await read(platform)).toEqual(nothing);
    const since = before(platform, -10).toISOString();
    platform.moveClock(15 * minuteMs);
    expect(await read(platform)).toEqual({ ...nothing, unsent_count: 1, unsent_since: since });
  }));

test('REALUSE-3 unsent invitations are pending after five minutes, until they are copied', () =>
  run(mailServer, async (platform) => {
    const { create, inviteOrganisation, list, copyLink, send } = invitationCalls(platform);
    await create('one@a.example');
    await create('two@a.example');
    await inviteOrganisation('organisation@new.example');
    const pending = async (user: UserName) => {
      const kinds = 'UNSENT_USER_INVITATIONS,UNSENT_ORGANISATION_INVITATIONS';
      const { pendingItems } = (await send(`GET /consoles/ext/pending_items?kinds=${kinds}`, user)).json();
      return pendingItems.map(({ kind, count }: { kind: string; count: number }) => [kind, count]);
    };
    expect(await pending('orgA')).toEqual([]);
    platform.moveClock(5 * minuteMs);
    expect(await pending('orgA')).toEqual([
      ['UNSENT_USER_INVITATIONS', 2],
      ['UNSENT_ORGANISATION_INVITATIONS', 1],
    ]);
    expect(await pending('assA')).toEqual([['UNSENT_USER_INVITATIONS', 2]]);
    expect(await pending('audA')).toEqual([]);
    const { invitations }: { invitations: { id: number }[] } = await list();
    for (const { id } of invitations) expect((await copyLink(id)).statusCode).toBe(200);
    expect(await pending('orgA')).toEqual([]);
  }));
