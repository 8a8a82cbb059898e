import { describe, expect, test } from 'vitest';
import { loginDocument, startTestSystem, type TestSystem } from '../testing/system.ts';

let system: TestSystem;
const counted = async (act: () => Promise<unknown>) => {
  const before = system.platform.hashChecks();
  await act();
  return system.platform.hashChecks() - before;
};

describe('strict sign-in:', () => {
  test.each(['on', 'off'] as const)(
    'CASES-37 extensions %s: unknown email and wrong password answer alike and check one hash each',
    async (extensions) => {
      system = await startTestSystem({ extensions, settings: { STRICT_SIGN_IN: 'on' } });
      const tab = system.client();
      const answers: string[] = [];
      const attempt = (email: string) => async () => {
        const { text, setCookies } = await tab.graphql(loginDocument, { input: { email, password: 'Wrong-passw0rd' } });
        answers.push(text + setCookies.length);
      };
      expect(await counted(attempt('unknown@nowhere.example'))).toBe(1);
      expect(await counted(attempt('orga@a.example'))).toBe(1);
      expect(answers[0]).toContain('Invalid credentials! Try again?');
      expect(answers[0]).toBe(answers[1]);
      await system.close();
    },
  );

  test('SECURITY-3.2 multiFactor returns DISABLED for every email without a call', async () => {
    system = await startTestSystem({ settings: { STRICT_SIGN_IN: 'on' } });
    for (const email of ['mfaa@m.example', 'orga@a.example', 'unknown@nowhere.example'])
      expect((await system.client().graphql(`{ multiFactor(email: "${email}") }`)).data).toEqual({
        multiFactor: 'DISABLED',
      });
    expect(system.upstream.requests).toEqual([]);
    await system.close();
  });
});

describe('the public multi-factor check:', () => {
  test('REST-2 OPEN-5 answers ENABLED, DISABLED or USER_NOT_FOUND, 10 times a minute for an address', async () => {
    system = await startTestSystem({ settings: { MULTI_FACTOR_PER_ADDRESS: '10', TRUST_PROXY: '1' } });
    const ask = (email: string, from: string) =>
      system
        .client()
        .graphql('query($email: String!) { multiFactor(email: $email) }', { email }, { 'x-forwarded-for': from });
    expect((await ask('mfaa@m.example', '10.0.0.1')).data.multiFactor).toBe('ENABLED');
    expect((await ask('orga@a.example', '10.0.0.1')).data.multiFactor).toBe('DISABLED');
    expect((await ask('unknown@nowhere.example', '10.0.0.1')).data.multiFactor).toBe('USER_NOT_FOUND');
    expect(system.upstream.sent('/consoles/is_multi_factor_enabled')[0]?.headers['x-client-address']).toBe('10.0.0.1');
    for (let asked = 4; asked <= 10; asked += 1) await ask('orga@a.example', '10.0.0.1');
    const refused = await ask('orga@a.example', '10.0.0.1');
    expect([refused.code, refused.errors[0]?.extensions.httpStatus]).toEqual(['RATE_LIMITED', 429]);
    expect((await ask('orga@a.example', '10.0.0.2')).data.multiFactor).toBe('DISABLED');
    await system.close();
  });

  test('SECURITY-3.2 answers 30 times an hour for an email, from wherever; login does not count', async () => {
    system = await startTestSystem({ settings: { MULTI_FACTOR_PER_EMAIL: '3' } });
    const ask = () => system.client().graphql('{ multiFactor(email: "ORGA@a.example") }');
    for (let asked = 1; asked <= 3; asked += 1) expect((await ask()).data.multiFactor).toBe('DISABLED');
    expect((await ask()).code).toBe('RATE_LIMITED');
    expect((await system.login(system.client(), 'orgA')).data.login.__typename).toBe('LoginSuccess');
    await system.close();
  });
});
