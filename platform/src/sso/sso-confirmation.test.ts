import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { UserName } from '../testing/fixtures.ts';
import { openAtProvider, startOidcProvider } from '../testing/oidc-provider.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { startSso } from '../testing/sso.ts';

const redirectUrl = 'http://localhost:3000/login/callback';
const provider = await startOidcProvider([redirectUrl]);
afterAll(() => provider.close());
const platform = useTestPlatform({ settings: { outboundHosts: [provider.host] } });
const sso = startSso(platform);
const minute = 60_000;

beforeEach(async () => {
  provider.people.clear();
  provider.people.set('person-1', { email: 'assa@a.example', email_verified: true });
  provider.people.set('person-2', { email: 'assa@a.example', email_verified: true });
  provider.signsInAs = 'person-1';
  await platform.prepare(() => sso.enable('orgA', provider));
});

/** `signed in`, or the reason of the refusal. */
const signIn = async (subject = 'person-1') => {
  provider.signsInAs = subject;
  const email = 'assa@a.example';
  const started = await platform.call('POST /consoles/ext/start_single_sign_on', { body: { email } });
  const { address, attempt } = started.json();
  const body = { attempt, ...(await openAtProvider(address, redirectUrl)) };
  const answer = await platform.call('POST /consoles/ext/complete_single_sign_on', { body });
  return answer.statusCode === 200
    ? 'signed in'
    : (answer.json().refusal ?? answer.json().message ?? answer.statusCode);
};
const tokensOf = async (user: UserName) =>
  (await platform.mails(user)).flatMap((text) => /single_sign_on_token=([\w-]+)/.exec(text)?.[1] ?? []);
const confirm = async (token = '') => {
  const answer = await platform.call('POST /consoles/ext/confirm_single_sign_on', { body: { token } });
  return answer.statusCode === 200 ? answer.json().email : answer.json().code;
};
const links = () => platform.db.selectFrom('sso_link').select(['ent_usr_id', 'subject']).execute();

test('SIGNIN-11 the first sign-in of an account mails a link, and signs in from the next time on once it is confirmed', async () => {
  expect(await signIn()).toBe('CONFIRMATION_EMAILED');
  expect(await links()).toEqual([]);
  const [mail = ''] = (await platform.mails('assA')).slice(-1);
  expect(mail).toContain(`at ${provider.host}, the identity provider of Organisation A`);
  expect(mail).toMatch(/used an unknown browser on an unknown system, from the IP address 127\.0\.0\.1/);
  expect(mail).toMatch(/expires in 30 minutes/);
  expect((await platform.auditEntries('session:refuse')).at(-1)).toMatchObject({
    after: { reason: 'CONFIRMATION_EMAILED' },
  });
  const [token] = await tokensOf('assA');
  expect(await confirm(token)).toBe('assa@a.example');
  expect((await platform.auditEntries('account:linkProvider')).at(-1)).toMatchObject({
    ent_usr_id: platform.users.assA.id,
    via: 'public',
    after: { issuer: provider.issuer },
  });
  expect(await signIn()).toBe('signed in');
  expect(await platform.db.selectFrom('sso_confirmation').selectAll().execute()).toEqual([]);
});

test('SIGNIN-11 Organisers sign in by the provider too, once it is confirmed', async () => {
  provider.people.set('person-1', { email: 'orga@a.example', email_verified: true });
  expect(await signIn()).toBe('CONFIRMATION_EMAILED');
  const [token] = await tokensOf('orgA');
  expect(await confirm(token)).toBe('orga@a.example');
  expect(await signIn()).toBe('signed in');
});

test('SIGNIN-11 a person who is new needs no confirmation', async () => {
  await sso.update('orgA', { default_role: 'AUDITEE' });
  provider.people.set('person-3', { email: 'new@a.example', email_verified: true });
  expect(await signIn('person-3')).toBe('signed in');
});

describe('an attack', () => {
  test('SIGNIN-11 a link is good once, for 30 minutes, and for its own account alone', async () => {
    await signIn();
    const [token] = await tokensOf('assA');
    expect(await confirm(`${token}x`)).toBe('TOKEN_INVALID');
    expect(await confirm(token)).toBe('assa@a.example');
    expect(await confirm(token)).toBe('TOKEN_INVALID');
    expect(await links()).toEqual([{ ent_usr_id: platform.users.assA.id, subject: 'person-1' }]);
    provider.people.set('person-2', { email: 'auda@a.example', email_verified: true });
    await signIn('person-2');
    platform.moveClock(30 * minute);
    expect(await confirm((await tokensOf('audA'))[0])).toBe('TOKEN_INVALID');
  });

  test('SIGNIN-11 another person with the same email gets no mail while one waits, and their later link does not replace it', async () => {
    expect(await signIn()).toBe('CONFIRMATION_EMAILED');
    expect(await signIn('person-2')).toBe('CONFIRMATION_PENDING_ELSEWHERE');
    const tokens = await tokensOf('assA');
    expect(tokens).toHaveLength(1);
    expect(await confirm(tokens[0])).toBe('assa@a.example');
    expect(await signIn('person-2')).toBe('REPLACEMENT_EMAILED');
    expect(await links()).toEqual([{ ent_usr_id: platform.users.assA.id, subject: 'person-1' }]);
  });

  test('SIGNIN-11 first sign-ins without end mail three links an hour, of which the last is good', async () => {
    const answers = [];
    for (let at = 0; at < 6; at += 1) answers.push(await signIn());
    expect(new Set(answers)).toEqual(new Set(['CONFIRMATION_EMAILED']));
    const tokens = await tokensOf('assA');
    expect(tokens).toHaveLength(3);
    expect(await confirm(tokens[1])).toBe('TOKEN_INVALID');
    platform.moveClock(31 * minute);
    // The last link has expired, and the limit does not yet allow another email.
    expect([await signIn(), (await tokensOf('assA')).length]).toEqual([expect.anything(), 3]);
    platform.moveClock(31 * minute);
    await signIn();
    expect(await confirm((await tokensOf('assA')).at(-1))).toBe('assa@a.example');
  });

  test.each<[what: string, change: () => Promise<unknown>]>([
    ['another client', () => sso.save('orgA', { client_id: 'other', client_secret: provider.clientSecret })],
    ['another issuer', () => sso.update('orgA', { issuer: `${provider.issuer}/other` })],
    [
      'another issuer and back',
      async () => {
        await sso.update('orgA', { issuer: `${provider.issuer}/other` });
        await sso.enable('orgA', provider);
      },
    ],
    [
      'switching off and on',
      async () => {
        await sso.switchTo('orgA', false);
        await sso.switchTo('orgA', true);
      },
    ],
    ['a domain that was removed', () => sso.update('orgA', { domains: ['other.example'] })],
    ['a disabled account', () => change({ is_disabled: true })],
    ['another email', () => change({ email: 'assa2@a.example' })],
    ['another organisation', () => change({ ent_org_id: platform.orgs.B })],
    ['a higher role than that of who switched it on', async () => change({ role_id: await administratorRole() })],
    [
      'a disabled organisation',
      () => platform.db.updateTable('ent_org').set({ is_disabled: true }).where('id', '=', platform.orgs.A).execute(),
    ],
    ['an account that is linked meanwhile', () => sso.link('assA', provider, 'person-2')],
    ['a person who is linked meanwhile', () => sso.link('audA', provider)],
  ])('SIGNIN-11 a link ends with %s', async (_what, act) => {
    await signIn();
    const [token] = await tokensOf('assA');
    await act();
    const before = await links();
    expect(await confirm(token)).toBe('TOKEN_INVALID');
    expect(await links()).toEqual(before);
  });

  const change = (fields: object) =>
    platform.db.updateTable('ent_usr').set(fields).where('id', '=', platform.users.assA.id).execute();
  const administratorRole = async () =>
    (await platform.db.selectFrom('role').select('id').where('id_str', '=', 'ADMINISTRATOR').executeTakeFirstOrThrow())
      .id;

  test('SIGNIN-11 a disabled user and one above the provider are refused without a mail', async () => {
    await change({ is_disabled: true });
    expect(await signIn()).toBe('USER_INACTIVE');
    await change({ is_disabled: false, role_id: await administratorRole() });
    expect(await signIn()).toBe('PASSWORD_NEEDED');
    expect(await tokensOf('assA')).toEqual([]);
  });

  test('SIGNIN-11 the token is in no table, and wrong ones are limited for an address', async () => {
    await signIn();
    const [token = ''] = await tokensOf('assA');
    const rows = [
      await platform.db.selectFrom('sso_confirmation').selectAll().execute(),
      await platform.db.selectFrom('audit_entry').selectAll().execute(),
      platform.logs,
    ];
    expect(JSON.stringify(rows)).not.toContain(token);
    const codes = [];
    for (let at = 0; at < 21; at += 1) codes.push(await confirm('x'));
    expect([codes[0], codes.at(-1)]).toEqual(['TOKEN_INVALID', undefined]);
    expect(await confirm(token)).toBeUndefined();
  });
});
