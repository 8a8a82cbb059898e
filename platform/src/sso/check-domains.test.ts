import { beforeEach, expect, test } from 'vitest';
import { dayMs } from '../core/base/clock.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { startSso } from '../testing/sso.ts';
import { checkDomains } from './check-domains.ts';

const domain = 'a.example';
let record: string;
/** What the name server answers: the record, another one, that there is none, or nothing. */
let answer: 'record' | 'other' | 'ENODATA' | 'ESERVFAIL';
let asked: string[];

async function resolveTxt(name: string): Promise<string[][]> {
  asked.push(name);
  if (answer === 'record') return [[record]];
  if (answer === 'other') return [['v=spf1 -all']];
  throw Object.assign(new Error('no record'), { code: answer });
}

const platform = useTestPlatform({ resolveTxt });
const sso = startSso(platform);
const domainOf = async () => (await sso.read('orgA')).json().single_sign_on.domains[0];
const missingSince = async () => (await domainOf()).record_missing_since;
/** Runs the check, and returns the domains that it looked up. */
const check = async () => {
  asked = [];
  await checkDomains({ db: platform.db, clock: platform.now }, resolveTxt);
  return asked;
};
const afterDays = (days: number) => {
  platform.moveClock(days * dayMs);
  return check();
};

beforeEach(async () => {
  [answer, asked] = ['record', []];
  await sso.save('orgA', { client_id: 'client', client_secret: 'secret' });
  await sso.update('orgA', { domains: [domain, 'unverified.example'] });
  record = (await domainOf()).record;
  await sso.verify('orgA', domain);
});

test('HARDEN-9 the record of a verified domain is looked up once a year', async () => {
  expect([await check(), await afterDays(364), await afterDays(1), await check()]).toEqual([[], [], [domain], []]);
  expect([await afterDays(364), await afterDays(1), await missingSince()]).toEqual([[], [domain], null]);
});

test('HARDEN-9 another issuer, tenant or client has the record looked up at once', async () => {
  await sso.update('orgA', { issuer: 'https://idp.example/other' });
  expect([await check(), await check()]).toEqual([[domain], []]);
  await sso.save('orgA', { client_id: 'other', client_secret: 'secret' });
  expect([await check(), await check()]).toEqual([[domain], []]);
  await sso.update('orgA', { default_role: 'AUDITEE' });
  expect(await check()).toEqual([]);
});

test.each(['other', 'ENODATA'] as const)(
  'HARDEN-9 a missing record (%s) is noted and looked up daily until it is back, and the domain stays verified',
  async (found) => {
    await sso.update('orgA', { issuer: 'https://idp.example/other' });
    answer = found;
    await check();
    const since = platform.now().toISOString();
    expect([await check(), await afterDays(1), await missingSince()]).toEqual([[], [domain], since]);
    expect((await domainOf()).verified_at).not.toBeNull();
    answer = 'record';
    expect([await afterDays(1), await missingSince(), await afterDays(1)]).toEqual([[domain], null, []]);
  },
);

test('HARDEN-9 a name server that fails says nothing about the record, and is asked again a day later', async () => {
  await sso.update('orgA', { issuer: 'https://idp.example/other' });
  answer = 'ESERVFAIL';
  expect([await check(), await missingSince(), await check(), await afterDays(1)]).toEqual([
    [domain],
    null,
    [],
    [domain],
  ]);
});

test('HARDEN-9 verifying the domain again ends the warning, also by an Administrator without the record', async () => {
  const loseRecord = async () => {
    await sso.update('orgA', { issuer: `https://idp.example/${crypto.randomUUID()}` });
    answer = 'ENODATA';
    await check();
    return missingSince();
  };
  expect(await loseRecord()).not.toBeNull();
  answer = 'record';
  await sso.verify('orgA', domain);
  expect(await missingSince()).toBeNull();
  expect(await loseRecord()).not.toBeNull();
  await sso.verify('adm', domain, { without_record: true });
  expect([await missingSince(), await afterDays(400)]).toEqual([null, []]);
});

test('HARDEN-9 a missing record is pending for callers that can read the kind, and for no gateway of release 1.0.0', async () => {
  await sso.update('orgA', { issuer: 'https://idp.example/other' });
  answer = 'ENODATA';
  await check();
  const { apiKey: key } = await platform.signIn('orgA');
  const kindsOf = async (call: string, named = '') => {
    const response = await platform.call(`GET /consoles/ext/${call}?organisationId=${platform.orgs.A}${named}`, {
      key,
    });
    const { attention, pendingItems } = response.json();
    return (attention ?? pendingItems).map(({ kind }: { kind: string }) => kind);
  };
  for (const call of ['attention', 'pending_items']) {
    expect(await kindsOf(call, '&kinds=MAPPING_REQUESTS,MISSING_DOMAIN_RECORDS')).toEqual(['MISSING_DOMAIN_RECORDS']);
    expect(await kindsOf(call)).toEqual([]);
  }
});
