import { beforeEach, expect, test } from 'vitest';
import { useTestPlatform } from '../testing/platform.ts';
import { startSso } from '../testing/sso.ts';

const records = new Map<string, string[][]>();
const platform = useTestPlatform({
  resolveTxt: async (domain) => {
    const found = records.get(domain);
    if (!found) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
    return found;
  },
});
const sso = startSso(platform);
const secret = { client_id: 'client', client_secret: 'secret' };

beforeEach(async () => {
  records.clear();
  await sso.save('orgA', secret);
  await sso.save('orgB', secret);
});

const domainsOf = async (who: 'orgA' | 'orgB') => (await sso.read(who)).json().single_sign_on.domains;

test('SIGNIN-2 a domain is verified by its TXT record, and belongs to one organisation then', async () => {
  await sso.update('orgA', { domains: [' Mail.A.example', '@a.example'] });
  await sso.update('orgB', { domains: ['a.example'] });
  const [{ domain, record }] = await domainsOf('orgA');
  expect([domain, record]).toEqual(['a.example', expect.stringMatching(/^console-verification=[\w-]{43}$/)]);
  expect((await sso.verify('orgA', 'a.example')).statusCode).toBe(422);
  records.set('a.example', [['v=spf1 -all'], [record.slice(0, 30), record.slice(30)]]);
  const verified = await sso.verify('orgA', 'A.example');
  expect(verified.json().single_sign_on.domains[0]).toMatchObject({
    verified_at: platform.now().toISOString(),
    is_verified_by_administrator: false,
  });
  records.set('a.example', [[(await domainsOf('orgB'))[0].record]]);
  expect((await sso.verify('orgB', 'a.example')).statusCode).toBe(409);
  expect(await platform.auditEntries('sso:verifyDomain')).toMatchObject([
    { after: { domain: 'a.example', how: 'by its TXT record' } },
  ]);
});

test('SIGNIN-2 an Administrator verifies a domain without a record, an Organiser does not; one that was not entered is unknown', async () => {
  await sso.update('orgA', { domains: ['a.example'] });
  const more = { without_record: true };
  expect((await sso.verify('orgA', 'a.example', more)).statusCode).toBe(403);
  expect((await sso.verify('adm', 'b.example', more)).statusCode).toBe(404);
  expect((await sso.verify('adm', 'a.example', more)).statusCode).toBe(200);
  expect((await domainsOf('orgA'))[0]).toMatchObject({ is_verified_by_administrator: true });
  // A domain that was removed and entered again has another record.
  await sso.update('orgA', { domains: [] });
  await sso.update('orgA', { domains: ['a.example'] });
  expect((await domainsOf('orgA'))[0]).toMatchObject({ verified_at: null });
});

test('SIGNIN-2 two organisations that verify a domain at once do not both have it', async () => {
  await sso.update('orgA', { domains: ['a.example'] });
  await sso.update('orgB', { domains: ['a.example'] });
  const [[a], [b]] = [await domainsOf('orgA'), await domainsOf('orgB')];
  records.set('a.example', [[a.record], [b.record]]);
  const answers = await Promise.all([sso.verify('orgA', 'a.example'), sso.verify('orgB', 'a.example')]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
});

test.each([
  'gmail.com',
  'outlook.com',
  'localhost',
  '10.0.0.1',
  'a b.example',
  'https://a.example',
  `${'x'.repeat(64)}.example`,
])('SIGNIN-2 %s is no domain of an organisation', async (domain) => {
  const answer = await sso.update('orgA', { domains: [domain] });
  expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['domains']]);
});

test('SIGNIN-1 SIGNIN-37 the settings are null before the first save, but for the redirect URI, and invalid ones are refused', async () => {
  await platform.db.deleteFrom('sso').execute();
  expect((await sso.read('orgA')).json()).toEqual({
    single_sign_on: null,
    redirect_uri: 'http://localhost:3000/login/callback',
    sign_in_rules: {
      id: String(platform.orgs.A),
      sessionMinutes: null,
      maxSessionMinutes: 720,
      factorRequired: false,
      usersWithoutFactor: 5,
    },
  });
  expect((await sso.update('orgA', {})).statusCode).toBe(409);
  expect((await sso.test('orgA')).statusCode).toBe(409);
  await sso.save('orgA', secret);
  for (const issuer of ['ftp://a.example', 'https://a.example/?x=1', 'https://a@b.example', 'x'])
    expect((await sso.update('orgA', { issuer })).json().errors).toHaveProperty('issuer');
  expect((await sso.update('orgA', { default_role: 'ORGANISER' })).statusCode).toBe(422);
  const { single_sign_on } = (
    await sso.update('orgA', { issuer: ' https://idp.example ', default_role: 'AUDITEE' })
  ).json();
  expect(single_sign_on).toMatchObject({
    issuer: 'https://idp.example',
    used_issuer: 'https://idp.example',
    default_role: 'AUDITEE',
    is_enabled: false,
    is_tested: false,
    redirect_url: 'http://localhost:3000/login/callback',
  });
  expect((await platform.auditEntries('sso:edit')).at(-1)).toMatchObject({
    before: { issuer: null, default_role: null },
    after: { issuer: 'https://idp.example', default_role: 'AUDITEE' },
  });
});
