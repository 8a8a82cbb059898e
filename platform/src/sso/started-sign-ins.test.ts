import { createHash } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { addMs, minuteMs } from '../core/base/clock.ts';
import { hashSecret } from '../core/base/keys.ts';
import { createSecretCipher } from '../core/base/secret-cipher.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { startScriptedProvider } from '../testing/scripted-provider.ts';
import { startSso } from '../testing/sso.ts';

const provider = await startScriptedProvider();
afterAll(() => provider.close());
const settings = {
  secrets: ['a secret of 1.0.0 and this release'],
  outboundHosts: [provider.host],
  signInMaxPerAddress: 5,
};
const platform = useTestPlatform({ settings });
const sso = startSso(platform);
const cipherOf1_0 = createSecretCipher(settings.secrets, 'sso start');

beforeEach(async () => {
  provider.reset();
  await platform.prepare(async () => {
    await sso.enable('orgA', provider);
    await sso.link('assA', provider);
  });
});

const startFrom = (address: string) =>
  platform.call('POST /consoles/ext/start_single_sign_on', {
    body: { email: 'assa@a.example' },
    headers: { 'x-client-address': address },
  });
const start = async (): Promise<{ address: string; attempt: string }> => (await startFrom('203.0.113.7')).json();
const complete = async (body: object) => {
  const answer = await platform.call('POST /consoles/ext/complete_single_sign_on', { body });
  return answer.statusCode === 200 ? 'signed in' : answer.json().refusal;
};

/** Stores starts as platforms of release 1.0.0 do; opens them at the provider. */
const storeStarts = (states: string[], session?: { session_id: number }) => {
  const rows = states.map((state) => ({
    ent_org_id: platform.orgs.A,
    state_hash: hashSecret(state),
    attempt_hash: hashSecret(`attempt-${state}`),
    nonce: `nonce-${state}`,
    issuer: provider.issuer,
    client_id: provider.clientId,
    expires_at: addMs(platform.now(), 10 * minuteMs),
    verifier_sealed: cipherOf1_0.encrypt('v'.repeat(43), hashSecret(state)),
    ...(session && { ...session, begun_at: platform.now() }),
  }));
  return platform.db.insertInto('sso_start').values(rows).execute();
};
const open = (state: string) => provider.open(`${provider.issuer}/authorize?state=${state}&nonce=nonce-${state}`);

/** A session of the Organiser, who can test single sign-on. */
const signIn = async () => {
  const { apiKey: key } = await platform.signIn('orgA');
  const { id } = await platform.db
    .selectFrom('session')
    .select('id')
    .where('key_hash', '=', hashSecret(key))
    .executeTakeFirstOrThrow();
  return { key, id };
};

test('COUNTED-9 thousands of sign-ins that others start end no started sign-in', async () => {
  const { address, attempt } = await start();
  await storeStarts(Array.from({ length: 2_100 }, (_, n) => `other-${n}`));
  await start();
  expect(await complete({ attempt, ...provider.open(address) })).toBe('signed in');
});

test('COUNTED-10 sign-ins that are started and not completed are limited for a /64, and at 20 times the limit for a /48', async () => {
  const statuses = [];
  for (let n = 0; n <= 5; n += 1) statuses.push((await startFrom(`2001:db8:1:2::${n}`)).statusCode);
  expect(statuses).toEqual([...Array(5).fill(200), 429]);
  for (let n = 5; n < 100; n += 1) await startFrom(`2001:db8:1:${n}::1`);
  expect((await startFrom('2001:db8:1:ffff::1')).statusCode).toBe(429);
  expect((await startFrom('2001:db8:2::1')).statusCode).toBe(200);
});

test('COUNTED-10 a completed sign-in is no longer counted where it was started, also if it was completed elsewhere', async () => {
  const [first] = await Promise.all(Array.from({ length: 5 }, () => startFrom('2001:db8:1:2::1')));
  expect((await startFrom('2001:db8:1:2::1')).statusCode).toBe(429);
  const { address, attempt } = first?.json() ?? {};
  expect(await complete({ attempt, ...provider.open(address) })).toBe('signed in');
  expect((await startFrom('2001:db8:1:2::1')).statusCode).toBe(200);
});

test('COUNTED-11 an answer works once, also if it is sent several times at once or with another text of the same state', async () => {
  const { address, attempt } = await start();
  const answer = provider.open(address);
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => complete({ attempt, ...answer })));
  expect(outcomes.toSorted()).toEqual([...Array(4).fill('EXPIRED'), 'signed in']);
  expect(await complete({ attempt, ...answer, state: `${answer.state}=` })).toBe('EXPIRED');
  platform.moveClock(9 * minuteMs);
  expect(await complete({ attempt, ...answer })).toBe('EXPIRED');
});

test('COUNTED-12 a sign-in or test that a platform of release 1.0.0 has started is completed', async () => {
  await storeStarts(['state']);
  expect(await complete({ attempt: 'another', ...open('state') })).toBe('EXPIRED');
  expect(await complete({ attempt: 'attempt-state', ...open('state') })).toBe('signed in');
  expect(await complete({ attempt: 'attempt-state', ...open('state') })).toBe('EXPIRED');
  const { key, id } = await signIn();
  await storeStarts(['test.state'], { session_id: id });
  const completeTest = async () =>
    (await platform.call('POST /consoles/ext/complete_single_sign_on_test', { key, body: open('test.state') })).json();
  expect(await completeTest()).toEqual({ org_id: platform.orgs.A, has_passed: true });
  expect((await completeTest()).refusal).toBe('EXPIRED');
});

test('COUNTED-13 a platform of release 1.0.0 finds a started sign-in or test in its table', async () => {
  const { address, attempt } = await start();
  const { key, id } = await signIn();
  const body = { org_id: platform.orgs.A };
  const begun = (await platform.call('POST /consoles/ext/start_single_sign_on_test', { key, body })).json();
  const rows = await platform.db.selectFrom('sso_start').selectAll().orderBy('id').execute();
  const urls = [address, begun.address].map((url) => new URL(url).searchParams);
  expect(rows).toMatchObject(
    urls.map((sent, place) => ({
      ent_org_id: platform.orgs.A,
      state_hash: hashSecret(sent.get('state') ?? ''),
      ...(place === 0 && { attempt_hash: hashSecret(attempt) }),
      nonce: sent.get('nonce'),
      issuer: provider.issuer,
      client_id: provider.clientId,
      session_id: [null, id][place],
      begun_at: [null, platform.now()][place],
      expires_at: addMs(platform.now(), 10 * minuteMs),
    })),
  );
  const challenges = rows.map(({ verifier_sealed, state_hash }) =>
    createHash('sha256')
      .update(cipherOf1_0.decrypt(verifier_sealed, state_hash) ?? '')
      .digest('base64url'),
  );
  expect(challenges).toEqual(urls.map((sent) => sent.get('code_challenge')));
});
