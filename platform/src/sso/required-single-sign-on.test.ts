import { beforeEach, describe, expect, test } from 'vitest';
import { hourMs, minuteMs } from '../core/base/clock.ts';
import { holdDeadlines } from '../testing/deadlines.ts';
import { fixturePassword, type UserName } from '../testing/fixtures.ts';
import { invitationCalls } from '../testing/invitations.ts';
import { createPasskeyDevice } from '../testing/passkeys.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { startScriptedProvider } from '../testing/scripted-provider.ts';
import { startSso } from '../testing/sso.ts';

const provider = await startScriptedProvider();
const platform = useTestPlatform({ settings: { outboundHosts: [provider.host] } });
const sso = startSso(platform);

beforeEach(async () => {
  provider.reset();
  await platform.prepare(() => sso.enable('orgA', provider));
});

const require = async (who: UserName = 'orgA') => {
  const answer = await sso.switchTo(who, true, true);
  expect(answer.statusCode).toBe(200);
  return answer.json().single_sign_on;
};
/** `in`, or the reason of the refusal. */
const signIn = async (user: UserName, body: object = {}) => {
  const answer = await platform.login(user, body);
  return answer.statusCode === 200 ? 'in' : answer.json().message;
};
const signInByProvider = async () => {
  await sso.link('assA', provider);
  const body = { email: 'assa@a.example' };
  const { address, attempt } = (await platform.call('POST /consoles/ext/start_single_sign_on', { body })).json();
  const sent = { attempt, ...provider.open(address) };
  const answer = await platform.call('POST /consoles/ext/complete_single_sign_on', { body: sent });
  return answer.json().current_ent_usr.api_key as string;
};
const works = async (key: string) =>
  (await platform.call(`GET /consoles/org_detail?org_id=${platform.orgs.A}`, { key })).statusCode === 200;
const setRole = async (user: UserName, role: string) => {
  const { id } = await platform.db.selectFrom('role').select('id').where('id_str', '=', role).executeTakeFirstOrThrow();
  await platform.db.updateTable('ent_usr').set({ role_id: id }).where('id', '=', platform.users[user].id).execute();
};
const moveToA = (user: UserName) =>
  platform.db
    .updateTable('ent_usr')
    .set({ ent_org_id: platform.orgs.A })
    .where('id', '=', platform.users[user].id)
    .execute();
const wrong = { ent_usr: { email: 'assa@a.example', password: 'Wrong-passw0rd' } };

describe('switching', () => {
  test('SIGNIN-12 it is required with the password, never by a key, an Architect or an Assessor; Organisers are mailed', async () => {
    const { apiKey: key } = await platform.signIn('orgA');
    const body = { org_id: platform.orgs.A, enabled: true, required: true };
    const without = await platform.call('POST /consoles/ext/set_single_sign_on', { key, body });
    expect(without.json()).toMatchObject({ code: 'WRONG_PASSWORD' });
    for (const user of ['arc', 'assA', 'audA'] as const)
      expect((await sso.switchTo(user, true, true)).statusCode).toBe(403);
    const made = await platform.confirmed('POST /consoles/ext/create_key', {
      key,
      body: { name: 'key', scopes: ['read', 'sso:write'], expires_in_days: 30 },
    });
    const secret = made.json().secret ?? made.json().api_key;
    expect((await platform.call('POST /consoles/ext/set_single_sign_on', { key: secret, body })).statusCode).toBe(403);
    expect(await signIn('assA')).toBe('in');
    expect(await require()).toMatchObject({ is_enabled: true, required_at: platform.now().toISOString() });
    expect((await platform.mails('orgA')).at(-1)).toContain('Single sign-on of Organisation A is now required');
    expect((await platform.auditEntries('sso:activate')).at(-1)).toMatchObject({
      before: { required: false },
      after: { required: true },
    });
    // Turning single sign-on on again without `required` does not change the requirement.
    expect((await sso.switchTo('orgA', true)).json().single_sign_on.required_at).not.toBeNull();
    await sso.switchTo('orgA', true, false);
    expect((await platform.mails('orgA')).at(-1)).toContain('is no longer required');
    expect(await signIn('assA')).toBe('in');
  });

  test('SIGNIN-12 the domain’s question says that it is required, and nothing of accounts', async () => {
    const ask = async (domain: string) =>
      (await platform.call('POST /consoles/ext/single_sign_on_of_domain', { body: { domain } })).json();
    expect(await ask('a.example')).toEqual({ available: true, required: false });
    await require();
    expect(await ask('a.example')).toEqual({ available: true, required: true });
    expect(await ask('b.example')).toEqual({ available: false, required: false });
  });

  test.each<[string, () => Promise<unknown>]>([
    ['switching off', () => sso.switchTo('orgA', false)],
    ['another issuer', () => sso.update('orgA', { issuer: `${provider.issuer}/other` })],
    ['another client', () => sso.save('orgA', { client_id: 'other', client_secret: 'x' })],
  ])('SIGNIN-12 %s ends it, and switching on again is optional', async (_what, act) => {
    await require();
    await act();
    expect((await sso.read('orgA')).json().single_sign_on).toMatchObject({ is_enabled: false, required_at: null });
    expect(await signIn('assA')).toBe('in');
    await sso.enable('orgA', provider);
    expect((await sso.read('orgA')).json().single_sign_on).toMatchObject({ is_enabled: true, required_at: null });
  });

  test('SIGNIN-12 the last verified domain stays while it is required', async () => {
    await require();
    expect((await sso.update('orgA', { domains: ['other.example'] })).statusCode).toBe(409);
    expect((await sso.read('orgA')).json().single_sign_on.domains).toMatchObject([{ domain: 'a.example' }]);
    expect((await sso.update('orgA', { domains: ['a.example', 'other.example'] })).statusCode).toBe(200);
  });

  test('SIGNIN-60 it says how many active people keep their password', async () => {
    const outside = async () => (await sso.read('adm')).json().single_sign_on.people_outside;
    expect(await outside()).toBe(0);
    const setEmail = (user: UserName, fields: object) =>
      platform.db.updateTable('ent_usr').set(fields).where('id', '=', platform.users[user].id).execute();
    await setEmail('assA', { email: 'assa@Elsewhere.example' });
    await setEmail('audA', { email: 'auda@a.example.evil' });
    // An Organiser keeps the password, and a disabled user is not active.
    await setEmail('orgA', { email: 'orga@elsewhere.example' });
    expect(await outside()).toBe(2);
    await setEmail('audA', { is_disabled: true });
    expect(await outside()).toBe(1);
  });
});

describe('where it is required', () => {
  test('SIGNIN-12 a password signs in no Assessor: refused after the right one only, which is recorded', async () => {
    await require();
    expect(await signIn('assA', wrong)).toBe('INVALID_CREDENTIALS');
    expect(await signIn('assA')).toBe('SINGLE_SIGN_ON_REQUIRED');
    expect((await platform.auditEntries('session:refuse')).at(-1)).toMatchObject({
      ent_usr_id: platform.users.assA.id,
      after: { reason: 'SINGLE_SIGN_ON_REQUIRED' },
    });
    expect(await signIn('orgB')).toBe('in');
  });

  test('SIGNIN-12 nor does a password with a passcode, or on a remembered device', async () => {
    await moveToA('mfaA');
    await setRole('mfaA', 'ASSESSOR');
    await platform.db.updateTable('sso_domain').set({ domain: 'm.example' }).execute();
    await platform.db.updateTable('ent_org').set({ otp_required: true }).where('id', '=', platform.orgs.A).execute();
    const mail = async (login_attempt: string) => {
      await platform.call('POST /consoles/send_otp', { body: { email: platform.users.mfaA.email, login_attempt } });
      return { otp: await platform.passcode('mfaA'), login_attempt };
    };
    const { remember_token } = (
      await platform.login('mfaA', await mail((await platform.login('mfaA')).json().login_attempt))
    ).json();
    expect(await signIn('mfaA', { otp_required: false, remember_token })).toBe('in');
    platform.moveClock(2 * minuteMs);
    const begun = await mail((await platform.login('mfaA')).json().login_attempt);
    await platform.db.updateTable('sso').set({ required_at: platform.now() }).execute();
    expect(await signIn('mfaA', { otp_required: false, remember_token })).toBe('SINGLE_SIGN_ON_REQUIRED');
    expect(await signIn('mfaA', begun)).toBe('SINGLE_SIGN_ON_REQUIRED');
    expect(await signIn('mfaA')).toBe('SINGLE_SIGN_ON_REQUIRED');
  });

  test('SIGNIN-13 Organisers and Administrators sign in with the break-glass password: recorded, and mailed to the others', async () => {
    await setRole('audA', 'ORGANISER');
    await require();
    expect(await signIn('orgA')).toBe('in');
    expect((await platform.auditEntries('session:signIn')).at(-1)).toMatchObject({ after: { breakGlass: true } });
    const text = 'signed in without single sign-on, which is required at Organisation A';
    expect((await platform.mails('audA')).at(-1)).toContain(text);
    expect((await platform.mails('audA')).at(-1)).toMatch(/orgA Fixture .*from the IP address 127\.0\.0\.1/);
    const before = (await platform.mails('adm')).length;
    await moveToA('adm');
    expect(await signIn('adm')).toBe('in');
    expect((await platform.mails('adm')).length).toBe(before + 1);
  });

  test('SIGNIN-13 the use by the only Organiser is mailed to the Administrators too', async () => {
    await require();
    await signIn('orgA');
    expect((await platform.mails('adm')).at(-1)).toContain('signed in without single sign-on');
  });

  test('SIGNIN-13 an Architect has no break-glass password, except above the one who switched it on, whom the provider refuses', async () => {
    await moveToA('arc');
    await require();
    expect(await signIn('arc')).toBe('in');
    expect((await platform.auditEntries('session:signIn')).at(-1)).toMatchObject({ after: { breakGlass: true } });
    await sso.switchTo('orgA', false);
    await sso.switchTo('adm', true, true);
    expect(await signIn('arc')).toBe('SINGLE_SIGN_ON_REQUIRED');
  });

  test('SIGNIN-12 SIGNIN-13 a passkey is as a password: refused to an Assessor, break-glass for an Organiser', async () => {
    const devices = { assA: createPasskeyDevice(), orgA: createPasskeyDevice() };
    const send = (call: string, key: string | undefined, body: object) =>
      platform.call(`POST /consoles/ext/${call}`, { ...(key && { key }), body });
    const prove = (key: string) =>
      platform.call('POST /consoles/valid_password', { key, body: { current_password: fixturePassword } });
    for (const user of ['assA', 'orgA'] as const) {
      const { apiKey: key } = await platform.signIn(user);
      await prove(key);
      const { options } = (await send('new_passkey', key, {})).json();
      await prove(key);
      await send('add_passkey', key, { name: 'Laptop', response: devices[user].create(options) });
    }
    const use = async (user: 'assA' | 'orgA') => {
      const { options } = (await send('passkey_challenge', undefined, { binding: 'page' })).json();
      const body = { binding: 'page', response: devices[user].get(options) };
      const answer = await send('sign_in_with_passkey', undefined, body);
      return answer.statusCode === 200 ? 'in' : answer.json().message;
    };
    expect(await use('assA')).toBe('in');
    await require();
    expect(await use('assA')).toBe('SINGLE_SIGN_ON_REQUIRED');
    expect(await use('orgA')).toBe('in');
    expect((await platform.auditEntries('session:signIn')).at(-1)).toMatchObject({
      after: { by: 'passkey', breakGlass: true },
    });
  });
});

test('SIGNIN-14 a provider that does not answer is reported within 5 s, with the break-glass way', async () => {
  await require();
  const deadlines = holdDeadlines();
  provider.answers.set('/.well-known/openid-configuration', () => deadlines.pass(5));
  const body = { email: 'assa@a.example' };
  const answer = await platform.call('POST /consoles/ext/start_single_sign_on', { body });
  expect(answer.json()).toMatchObject({
    refusal: 'UNREACHABLE',
    message: expect.stringContaining('Organisers and Administrators can sign in, with their password'),
  });
});

describe('people outside the verified domains', () => {
  const setEmail = (user: UserName, email: string) =>
    platform.db.updateTable('ent_usr').set({ email }).where('id', '=', platform.users[user].id).execute();
  const use = (email: string, password = fixturePassword) => signIn('assA', { ent_usr: { email, password } });

  test('SIGNIN-60 existing users and a demoted Organiser keep password, session and link until the domain is verified', async () => {
    const { apiKey: key } = await platform.signIn('assA');
    await require();
    await setEmail('assA', 'assa@elsewhere.example');
    await setEmail('orgA', 'orga@elsewhere.example');
    for (const _ of Array(7)) {
      platform.moveClock(10 * minuteMs);
      expect(await works(key)).toBe(true);
    }
    expect(await use('assa@elsewhere.example')).toBe('in');
    await platform.call('POST /consoles/console_reset_pwd_link', { body: { email: 'assa@elsewhere.example' } });
    const [link = ''] = (await invitationCalls(platform).mailsTo('assa@elsewhere.example')).slice(-1);
    expect(link).toContain('reset_password_token');
    expect(await use('orga@elsewhere.example')).toBe('in');
    expect((await platform.auditEntries('session:signIn')).at(-1)).toMatchObject({ after: { breakGlass: true } });
    await setRole('orgA', 'ASSESSOR');
    expect(await use('orga@elsewhere.example')).toBe('in');
    expect((await platform.auditEntries('session:signIn')).at(-1)?.after ?? {}).not.toHaveProperty('breakGlass');
    await platform.db.updateTable('sso_domain').set({ domain: 'elsewhere.example' }).execute();
    expect(await use('assa@elsewhere.example')).toBe('SINGLE_SIGN_ON_REQUIRED');
    expect(await works(key)).toBe(false);
  });

  test('SIGNIN-60 a user created after it became required gets a link to set a password, and signs in', async () => {
    await require();
    const calls = invitationCalls(platform);
    await calls.create('new@elsewhere.example');
    const set = await calls.setPassword('new@elsewhere.example', await calls.mailedToken('new@elsewhere.example'));
    expect(set.statusCode).toBe(200);
    expect(await use('new@elsewhere.example', 'Fresh-start1')).toBe('in');
  });
});

describe('sessions', () => {
  test('SIGNIN-12 those by password end within an hour, except break-glass ones; those by the provider and API keys go on', async () => {
    const [assessor, organiser] = [(await platform.signIn('assA')).apiKey, (await platform.signIn('orgA')).apiKey];
    const old = (await platform.signIn('audA')).apiKey;
    await platform.db
      .updateTable('session')
      .set({ began_by: null })
      .where('ent_usr_id', '=', platform.users.audA.id)
      .execute();
    const byProvider = await signInByProvider();
    const made = await platform.confirmed('POST /consoles/ext/create_key', {
      key: assessor,
      body: { name: 'key', scopes: ['read'], expires_in_days: 30 },
    });
    const program = made.json().secret ?? made.json().api_key;
    await require();
    const keepUsing = async (ms: number) => {
      for (let at = 0; at < ms; at += 10 * minuteMs) {
        platform.moveClock(10 * minuteMs);
        for (const key of [assessor, organiser, old, byProvider]) await works(key);
      }
    };
    await keepUsing(hourMs - 10 * minuteMs);
    expect(await Promise.all([assessor, organiser, old, byProvider].map(works))).toEqual([true, true, true, true]);
    await keepUsing(10 * minuteMs);
    expect(await Promise.all([assessor, organiser, old, byProvider].map(works))).toEqual([false, true, false, true]);
    expect(
      (await platform.call(`GET /consoles/org_detail?org_id=${platform.orgs.A}`, { key: assessor })).json(),
    ).toMatchObject({
      session_end: 'EXPIRED',
    });
    const read = await platform.call(`GET /consoles/org_detail?org_id=${platform.orgs.A}`, { key: program });
    expect(read.statusCode).toBe(200);
    // A user who is no longer an Organiser has no break-glass session either.
    await setRole('orgA', 'ASSESSOR');
    expect(await works(organiser)).toBe(false);
  });

  test('SIGNIN-12 a session that is handed over to a module is as the one that it came from', async () => {
    const { apiKey: key } = await platform.signIn('assA');
    await require();
    const hand = async () =>
      (await platform.call('POST /consoles/ext/handover', { key, body: { module: 'auditor' } })).json().token;
    const adopt = (api_key: string) => platform.call('POST /tasks/api_user_detail', { body: { task: { api_key } } });
    platform.moveClock(29 * minuteMs);
    const adopted = await adopt(await hand());
    expect(adopted.statusCode).toBe(200);
    platform.moveClock(29 * minuteMs);
    await works(key);
    const late = await hand();
    platform.moveClock(2 * minuteMs);
    expect((await adopt(late)).statusCode).toBe(401);
    const rows = await platform.db
      .selectFrom('session')
      .select('began_by')
      .where('ent_usr_id', '=', platform.users.assA.id)
      .execute();
    expect(rows.map(({ began_by }) => began_by)).toEqual(['password', 'password']);
  });
});

describe('links to set a password', () => {
  const reset = async (token: string) =>
    (
      await platform.call('POST /consoles/reset_pwd', {
        body: {
          email: 'assa@a.example',
          password: 'Fresh-start1',
          password_confirmation: 'Fresh-start1',
          reset_password_token: token,
        },
      })
    ).statusCode;
  const request = (email: string) => platform.call('POST /consoles/console_reset_pwd_link', { body: { email } });

  test('SIGNIN-12 one that was mailed before it became required does nothing', async () => {
    const token = await platform.issueToken('assA', 'reset');
    await require();
    const known = await platform.call('POST /consoles/user_by_reset_pwd', { body: { reset_password_token: token } });
    expect([known.statusCode, await reset(token)]).toEqual([404, 422]);
    await sso.switchTo('orgA', true, false);
    expect(await reset(token)).toBe(200);
  });

  test('SIGNIN-12 ‘Forgot password’ mails the way to sign in, and to Organisers their link; the answer is the same', async () => {
    await require();
    const answers = [];
    for (const email of ['assa@a.example', 'orga@a.example', 'unknown@a.example']) answers.push(await request(email));
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    const [mail = ''] = (await platform.mails('assA')).slice(-1);
    expect(mail).toContain('select “Continue with single sign-on”');
    expect(mail).not.toContain('reset_password_token');
    expect((await platform.mails('orgA')).at(-1)).toContain('reset_password_token');
  });

  test('SIGNIN-12 an invitation mails the way to sign in, also again, and is no link to copy; to Organisers it is as always', async () => {
    await require();
    const invitations = invitationCalls(platform);
    await invitations.create('noa@a.example');
    const [{ id }] = (await invitations.list()).invitations;
    platform.moveClock(10 * minuteMs);
    expect((await invitations.resend(id)).statusCode).toBe(200);
    const mails = await invitations.mailsTo('noa@a.example');
    expect(mails).toHaveLength(2);
    for (const mail of mails) {
      expect(mail).toContain('Continue with single sign-on');
      expect(mail).not.toContain('reset_password_token');
    }
    expect((await invitations.copyLink(id)).json().link).toBe('http://localhost:3000/login');
    await invitations.create('olga@a.example', { role_id: 3 });
    expect((await invitations.mailsTo('olga@a.example'))[0]).toContain('reset_password_token');
  });
});
