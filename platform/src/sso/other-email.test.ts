import { afterAll, beforeEach, expect, test } from 'vitest';
import { minuteMs } from '../core/base/clock.ts';
import { openAtProvider, startOidcProvider } from '../testing/oidc-provider.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { startSso } from '../testing/sso.ts';

const redirectUrl = 'http://localhost:3000/login/callback';
const provider = await startOidcProvider([redirectUrl]);
afterAll(() => provider.close());
const platform = useTestPlatform({ settings: { outboundHosts: [provider.host] } });
const sso = startSso(platform);

beforeEach(async () => {
  provider.people.clear();
  provider.people.set('person-1', { email: 'new@a.example', email_verified: true });
  provider.signsInAs = 'person-1';
  await platform.prepare(() => sso.enable('orgA', provider));
  await sso.update('orgA', { default_role: 'AUDITEE' });
});

const post = (call: string, body: object) => platform.call(`POST /consoles/ext/${call}`, { body });
const start = async (email: string, more: object = {}) =>
  (await post('start_single_sign_on', { email, ...more })).json() as { address: string; attempt: string };
const complete = async (email: string, more: object = { asks_other_email: true }) => {
  const { address, attempt } = await start(email);
  const answer = await openAtProvider(address, redirectUrl);
  return { attempt, answered: await post('complete_single_sign_on', { attempt, ...answer, ...more }) };
};
const users = async () => (await platform.db.selectFrom('ent_usr').select('id').execute()).length;

test('REALUSE-19 another email than the entered one is asked about before an account, a link or a session is made', async () => {
  const before = await users();
  const { attempt, answered } = await complete('assA@a.example');
  const { other_email, current_ent_usr } = answered.json();
  expect([answered.statusCode, other_email.email, current_ent_usr]).toEqual([200, 'new@a.example', undefined]);
  expect([await users(), await platform.db.selectFrom('sso_link').select('id').execute()]).toEqual([before, []]);
  const { continuation } = other_email;
  const stolen = await post('continue_single_sign_on', { attempt: `${attempt}x`, continuation });
  expect([stolen.statusCode, stolen.json().refusal]).toEqual([422, 'EXPIRED']);
  const continued = await post('continue_single_sign_on', { attempt, continuation });
  expect(continued.json().current_ent_usr).toMatchObject({ email: 'new@a.example', role: { idStr: 'AUDITEE' } });
  const again = await post('continue_single_sign_on', { attempt, continuation });
  expect(again.json().refusal).toBe('EXPIRED');
});

test('REALUSE-19 the question expires after five minutes', async () => {
  const { attempt, answered } = await complete('assA@a.example');
  platform.moveClock(5 * minuteMs);
  const late = await post('continue_single_sign_on', {
    attempt,
    continuation: answered.json().other_email.continuation,
  });
  expect(late.json().refusal).toBe('EXPIRED');
});

test('REALUSE-19 the entered email, that of the linked account, and a gateway of release 1.0.0 are not asked about', async () => {
  for (const [email, more] of [['New@A.example'], ['assA@a.example', {}]] as const)
    expect((await complete(email, more)).answered.json().current_ent_usr.email).toBe('new@a.example');
  provider.people.set('person-2', { email: 'renamed@a.example', email_verified: true });
  provider.signsInAs = 'person-2';
  await sso.link('assA', provider, 'person-2');
  expect((await complete('assa@a.example')).answered.json().current_ent_usr.email).toBe('assa@a.example');
});

test('REALUSE-19 a refusal after the response names its email, and another account can be selected', async () => {
  const refusalOf = async (more: object = {}) => {
    const { refusal, message, email } = (await complete('new@a.example', more)).answered.json();
    return [refusal ?? message, email];
  };
  await sso.update('orgA', { default_role: null });
  expect(await refusalOf()).toEqual(['NO_ACCOUNT', 'new@a.example']);
  provider.people.set('person-1', { email: 'new@other.example', email_verified: true });
  expect(await refusalOf()).toEqual(['WRONG_DOMAIN', 'new@other.example']);
  provider.people.set('person-1', { email: 'new@a.example', email_verified: false });
  expect(await refusalOf()).toEqual(['EMAIL_NOT_VERIFIED', 'new@a.example']);
  const promptOf = async (more: object) =>
    new URL((await start('new@a.example', more)).address).searchParams.get('prompt');
  expect([await promptOf({}), await promptOf({ select_account: true })]).toEqual([null, 'login']);
});
