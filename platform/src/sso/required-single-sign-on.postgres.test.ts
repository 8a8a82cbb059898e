import { expect, test } from 'vitest';
import { hourMs } from '../core/base/clock.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { startScriptedProvider } from '../testing/scripted-provider.ts';
import { startSso } from '../testing/sso.ts';

const provider = await startScriptedProvider();
const platform = useTestPlatform({ settings: { outboundHosts: [provider.host] } });
const sso = startSso(platform);

test('SIGNIN-12 of passwords that are entered while it becomes required, none signs in for longer than an hour', async () => {
  await sso.enable('orgA', provider);
  const { apiKey: key } = await platform.signIn('orgA');
  const [required, ...answers] = await Promise.all([
    sso.switchTo(key, true, true),
    ...Array.from({ length: 10 }, () => platform.login('assA')),
  ]);
  expect(required.statusCode).toBe(200);
  const keys = answers.flatMap((answer) => (answer.statusCode === 200 ? [answer.json().current_ent_usr.api_key] : []));
  const refused = answers.filter(({ statusCode }) => statusCode !== 200).map((answer) => answer.json().message);
  expect(refused).toEqual(refused.map(() => 'SINGLE_SIGN_ON_REQUIRED'));
  platform.moveClock(hourMs);
  await platform.db.updateTable('session').set({ last_used_at: platform.now() }).execute();
  for (const one of keys)
    expect((await platform.call(`GET /consoles/org_detail?org_id=${platform.orgs.A}`, { key: one })).statusCode).toBe(
      401,
    );
});

test('SIGNIN-11 SIGNIN-12 of two answers to one mailed link, one links the account', async () => {
  await sso.enable('orgA', provider);
  const body = { email: 'assa@a.example' };
  const { address, attempt } = (await platform.call('POST /consoles/ext/start_single_sign_on', { body })).json();
  const sent = { attempt, ...provider.open(address) };
  await platform.call('POST /consoles/ext/complete_single_sign_on', { body: sent });
  const token = /single_sign_on_token=([\w-]+)/.exec((await platform.mails('assA')).at(-1) ?? '')?.[1];
  const confirm = () => platform.call('POST /consoles/ext/confirm_single_sign_on', { body: { token } });
  const answers = await Promise.all([confirm(), confirm(), confirm()]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422, 422]);
  expect(await platform.db.selectFrom('sso_link').selectAll().execute()).toHaveLength(1);
});
