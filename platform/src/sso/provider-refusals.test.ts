import type { ServerResponse } from 'node:http';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { useTestPlatform } from '../testing/platform.ts';
import { startScriptedProvider } from '../testing/scripted-provider.ts';
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

type Reply = (answer: ServerResponse) => void;
const json =
  (status: number, body: object, headers: Record<string, string> = {}): Reply =>
  (answer) =>
    void answer.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const start = () => platform.call('POST /consoles/ext/start_single_sign_on', { body: { email: 'assa@a.example' } });
/** `in`, or the refusal and its text. */
const signIn = async (more: object = {}) => {
  const { address, attempt } = (await start()).json();
  const body = { attempt, ...provider.open(address), ...more };
  const answer = await platform.call('POST /consoles/ext/complete_single_sign_on', { body });
  return answer.statusCode === 200 ? 'in' : `${answer.json().refusal}: ${answer.json().message}`;
};
const refusedSince = async () => (await sso.read('orgA')).json().single_sign_on.client_refused_at;

describe('a client that is refused', () => {
  test.each<[how: string, reply: Reply]>([
    ['by its word', json(400, { error: 'invalid_client' })],
    ['by its word and status', json(401, { error: 'invalid_client', error_description: 'AADSTS7000222' })],
    ['by a challenge', json(401, {}, { 'www-authenticate': 'Basic realm="x"' })],
    ['by the status alone', (answer) => void answer.writeHead(401).end()],
  ])('SIGNIN-33 %s is a reason of its own for the person, in the activity and on the page', async (_how, reply) => {
    provider.answers.set('/token', reply);
    expect(await refusedSince()).toBeNull();
    expect(await signIn()).toMatch(/^CLIENT_REFUSED: The client secret .+ has expired or is wrong/);
    expect((await platform.auditEntries('session:refuse')).at(-1)).toMatchObject({
      after: { reason: 'CLIENT_REFUSED' },
    });
    const since = platform.now().toISOString();
    expect(await refusedSince()).toBe(since);
    platform.moveClock(60_000);
    await signIn();
    expect(await refusedSince()).toBe(since);
  });

  test.each<[what: string, act: () => Promise<unknown>]>([
    ['a sign-in', signIn],
    ['a test by signing in', () => sso.testBySigningIn('orgA', (address) => provider.open(address))],
    ['another secret', () => sso.save('orgA', { client_id: provider.clientId, client_secret: 'another' })],
    ['another issuer', () => sso.update('orgA', { issuer: `${provider.issuer}/other` })],
  ])('SIGNIN-33 the page says it no longer after %s', async (_what, act) => {
    provider.answers.set('/token', json(400, { error: 'invalid_client' }));
    await signIn();
    expect(await refusedSince()).not.toBeNull();
    provider.answers.clear();
    await act();
    expect(await refusedSince()).toBeNull();
  });

  test.each<[what: string, act: () => Promise<string>, refusal: RegExp]>([
    ['a code that is refused', () => answering('/token', json(400, { error: 'invalid_grant' })), /^INVALID_ANSWER/],
    ['keys that are refused', () => answering('/jwks', json(401, {})), /^INVALID_ANSWER/],
    ['a word in the address of the browser', () => signIn({ code: undefined, error: 'invalid_client' }), /^DENIED/],
  ])('SIGNIN-33 %s says nothing of the client', async (_what, act, refusal) => {
    expect(await act()).toMatch(refusal);
    expect(await refusedSince()).toBeNull();
  });
  const answering = (path: string, reply: Reply) => {
    provider.answers.set(path, reply);
    return signIn();
  };
});

describe('a provider that is down', () => {
  const down: Reply = (answer) => void answer.destroy();
  const discovery = '/.well-known/openid-configuration';

  test('SIGNIN-34 while single sign-on is optional the text offers everyone the password, which signs them in', async () => {
    provider.answers.set('/token', down);
    expect(await signIn()).toMatch(/^UNREACHABLE_OPTIONAL: .+ Sign in with your email and password instead/);
    provider.answers.set(discovery, down);
    expect((await start()).json().refusal).toBe('UNREACHABLE_OPTIONAL');
    for (const user of ['assA', 'audA', 'orgA'] as const) expect((await platform.login(user)).statusCode).toBe(200);
  });

  test('SIGNIN-34 where it is required the text names those who may', async () => {
    await sso.switchTo('orgA', true, true);
    provider.answers.set('/token', down);
    expect(await signIn()).toMatch(/^UNREACHABLE: .+ Organisers and Administrators can sign in, with their password/);
    provider.answers.set(discovery, down);
    expect((await start()).json().refusal).toBe('UNREACHABLE');
    expect((await platform.login('assA')).json().message).toBe('SINGLE_SIGN_ON_REQUIRED');
  });
});
