import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { hourMs, minuteMs } from '../core/base/clock.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { signToken, startScriptedProvider } from '../testing/scripted-provider.ts';
import { startSso } from '../testing/sso.ts';

const provider = await startScriptedProvider();
afterAll(() => provider.close());
const platform = useTestPlatform({ settings: { outboundHosts: [provider.host] } });
const sso = startSso(platform);

beforeEach(async () => {
  provider.reset();
  await platform.prepare(async () => {
    await sso.enable('orgA', provider);
    await sso.link('assA', provider);
  });
});

const start = async () =>
  (await platform.call('POST /consoles/ext/start_single_sign_on', { body: { email: 'assa@a.example' } })).json();
const complete = async ({ address, attempt }: { address: string; attempt: string }) => {
  const body = { attempt, ...provider.open(address) };
  return (await platform.call('POST /consoles/ext/complete_single_sign_on', { body })).json();
};
const signIn = async (): Promise<string> => (await complete(await start())).current_ent_usr.api_key;
const statusOf = async (key: string) =>
  (await platform.call(`GET /consoles/org_detail?org_id=${platform.orgs.A}`, { key })).statusCode;
const setOrganisation = (fields: object) =>
  platform.db.updateTable('ent_org').set(fields).where('id', '=', platform.orgs.A).execute();
const ageUsers = (hours: number) =>
  platform.db
    .updateTable('ent_usr')
    .set({ created_at: new Date(platform.now().getTime() - hours * hourMs) })
    .execute();

test('FACTOR-16 a required second factor is asked for at the next sign-in by password, and not by the provider', async () => {
  const [byPassword, byProvider] = [(await platform.signIn('assA')).apiKey, await signIn()];
  await ageUsers(400 * 24);
  await setOrganisation({ factor_required_at: new Date(platform.now().getTime() - 30 * 24 * hourMs) });
  expect(await Promise.all([byPassword, byProvider].map(statusOf))).toEqual([403, 200]);
  const next = (await platform.login('assA')).json().current_ent_usr;
  expect(next.required_factor).toMatchObject({ sign_in_again: false });
  expect([await statusOf(next.api_key), await statusOf(await signIn())]).toEqual([403, 200]);
});

test('RULES-3 a session by the provider is no longer than the organisation allows, whatever way the clock is moved', async () => {
  await setOrganisation({ session_minutes: 15 });
  const key = await signIn();
  platform.moveClock(14 * minuteMs);
  expect(await statusOf(key)).toBe(200);
  platform.moveClock(minuteMs);
  expect(await statusOf(key)).toBe(401);
  // An ended session stays ended if the clock goes back by less than its length.
  platform.moveClock(-10 * minuteMs);
  const again = await signIn();
  platform.moveClock(15 * minuteMs);
  expect(await Promise.all([key, again].map(statusOf))).toEqual([401, 401]);
});

describe('of a disabled organisation', () => {
  const disable = () => setOrganisation({ is_disabled: true });

  test('SIGNIN-6 a sign-in that began before is refused, and creates neither session, account nor mail', async () => {
    await sso.update('orgA', { default_role: 'AUDITEE' });
    const [known, stranger] = [await start(), await start()];
    await disable();
    const count = async () => {
      const tables = ['session', 'ent_usr', 'sso_link', 'sso_confirmation', 'mail'] as const;
      return Promise.all(
        tables.map(async (table) => (await platform.db.selectFrom(table).select('id').execute()).length),
      );
    };
    const before = await count();
    expect((await complete(known)).message).toBe('ORG_INACTIVE');
    provider.token = (_nonce, usual) => signToken('RS256', { ...usual, sub: 'new', email: 'new@a.example' });
    expect((await complete(stranger)).message).toBe('ORG_INACTIVE');
    expect(await count()).toEqual(before);
  });

  test('SIGNIN-6 the domain’s question and the beginning say nothing of it, as with a password', async () => {
    const ask = async () =>
      (await platform.call('POST /consoles/ext/single_sign_on_of_domain', { body: { domain: 'a.example' } })).json();
    const before = await ask();
    await disable();
    expect(await ask()).toEqual(before);
    expect((await start()).address).toContain(provider.issuer);
  });
});
