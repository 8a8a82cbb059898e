import { afterAll, expect, test } from 'vitest';
import { useTestPlatform } from '../testing/platform.ts';
import { signToken, startScriptedProvider } from '../testing/scripted-provider.ts';
import { startSso } from '../testing/sso.ts';

const provider = await startScriptedProvider();
afterAll(() => provider.close());
const platform = useTestPlatform({ settings: { outboundHosts: [provider.host] } });
const sso = startSso(platform);

const signIn = async (): Promise<string> => {
  const body = { email: 'assa@a.example' };
  const { address, attempt } = (await platform.call('POST /consoles/ext/start_single_sign_on', { body })).json();
  const given = { attempt, ...provider.open(address) };
  return (await platform.call('POST /consoles/ext/complete_single_sign_on', { body: given })).json().current_ent_usr
    .api_key;
};

test('BACKCHANNEL-3 of ten uses of a token at once one is accepted, and its sessions end once, those that are handed over meanwhile too', async () => {
  await sso.enable('orgA', provider);
  await sso.link('assA', provider);
  const keys = [await signIn(), await signIn()];
  const body = { module: 'auditor' };
  const handedOver = (await platform.call('POST /consoles/ext/handover', { key: keys[0], body })).json().token;
  const { guid } = await platform.db
    .selectFrom('ent_org')
    .select('guid')
    .where('id', '=', platform.orgs.A)
    .executeTakeFirstOrThrow();
  const iat = Math.floor(platform.now().getTime() / 1_000);
  const logout_token = signToken('RS256', {
    iss: provider.issuer,
    aud: provider.clientId,
    iat,
    exp: iat + 120,
    jti: 'once',
    sub: 'person-1',
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  });
  const sends = Array.from({ length: 10 }, () =>
    platform.call('POST /consoles/ext/back_channel_logout', { body: { organisation: guid, logout_token } }),
  );
  const adopting = platform.call('POST /tasks/api_user_detail', { body: { task: { api_key: handedOver } } });
  const statuses = (await Promise.all(sends)).map(({ statusCode }) => statusCode);
  expect(statuses.sort()).toEqual([200, ...Array(9).fill(422)]);
  const adopted = (await adopting).json().user?.api_key;
  for (const key of [...keys, ...(adopted ? [adopted] : [])])
    expect((await platform.call('GET /consoles/org_detail', { key })).statusCode).toBe(401);
  expect(await platform.auditEntries('session:endByProvider')).toHaveLength(1);
});
