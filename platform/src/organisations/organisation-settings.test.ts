import { extensionCalls } from '@console/contract/calls/extensions';
import { organisationSettings, type SettingName, settingAuditName } from '@console/contract/organisation-settings';
import { accessMatrix } from '@console/contract/testing/access-matrix';
import { expect, test } from 'vitest';
import { fixturePassword, type UserName } from '../testing/fixtures.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addIntegrationKey } from '../testing/users.ts';

const platform = useTestPlatform();
const roles = ['adm', 'arc', 'orgA', 'assA', 'audA'] as const satisfies UserName[];

interface Case {
  /** The initial value and a new value that sends emails, as in events. */
  from: unknown;
  to: unknown;
  email: string;
  /** Invalid values; `problem` is the error of all. */
  refused?: readonly unknown[];
  problem?: string;
  /** A new value that sends no email. */
  longer?: number | null;
}

const rules = 'The sign-in rules of Organisation A were changed: ';
const cases: Record<SettingName, Case> = {
  auditRetentionDays: {
    from: 1_095,
    to: 90,
    email: 'The activity of Organisation A is now kept for 90 days instead of 1095',
    refused: [29, 3_651, -1],
    problem: 'must be a whole number from 30 to 3650',
    longer: 3_650,
  },
  signInRetentionDays: {
    from: null,
    to: 30,
    email: 'Names and IP addresses of sign-ins and refused requests at Organisation A are now kept for 30 days',
    refused: [29, 731],
    problem: 'must be a whole number from 30 to 730',
    longer: null,
  },
  reviewEvidenceYears: {
    from: 3,
    to: 1,
    email: 'The evidence of access reviews of Organisation A is now kept for 1 year instead of 3',
    refused: [0, 11],
    problem: 'must be a whole number from 1 to 10',
    longer: 10,
  },
  sessionMinutes: {
    from: null,
    to: 60,
    email: `${rules}sessions last 1 hour (previously as long as the operator allows)`,
    refused: [14, 721, 0, -15],
    problem: 'must be between 15 minutes and 12 hours',
  },
  factorRequired: { from: false, to: true, email: `${rules}a second factor is required` },
  allowedAddresses: {
    from: null,
    to: ['127.0.0.0/8', '2001:db8::/32'],
    email: 'Users of Organisation A can now sign in only from 2 allowed networks',
    refused: [['10.0.0.1/8']],
    problem: 'cannot contain “10.0.0.1/8”. Enter the network 10.0.0.0/8 or the address 10.0.0.1',
  },
};
const names = Object.keys(cases) as SettingName[];

/** Sends a value, confirmed with the password if the setting requires that. */
async function send(name: SettingName, user: UserName, value: unknown, organisationId = platform.orgs.A) {
  const { apiKey: key } = await platform.signIn(user);
  const { mutation, input } = organisationSettings[name];
  const given = name === 'allowedAddresses' ? (value ?? []) : value;
  const body = { organisationId, [input]: given };
  const change = () => platform.call(`POST ${extensionCalls[mutation].path}`, { key, body });
  const unconfirmed = await change();
  if (unconfirmed.json().code !== 'WRONG_PASSWORD') return unconfirmed;
  await platform.call('POST /consoles/valid_password', { key, body: { current_password: fixturePassword } });
  return change();
}

const changesOf = async (name: SettingName) => {
  const entries = await platform.auditEntries(organisationSettings[name].event);
  return entries.map(({ before, after, subject_org_id }) => [before, after, subject_org_id]);
};

/** A user's view of a setting; undefined if they may not read it. */
async function read(name: SettingName, user: UserName, id = platform.orgs.A): Promise<unknown> {
  const { apiKey: key } = await platform.signIn(user);
  const get = async (path: string) => (await platform.call(`GET /consoles/${path}=${id}`, { key })).json();
  if (name === 'allowedAddresses')
    return (await get('ext/allowed_addresses?organisationId')).allowedAddresses?.addresses;
  if (name === 'sessionMinutes' || name === 'factorRequired')
    return (await get('ext/single_sign_on?org_id')).sign_in_rules?.[name];
  return (await get('org_detail?org_id')).org?.[organisationSettings[name].column];
}

test.each(names)(
  'DESIGN-5 PRIVACY-70 EVIDENCE-10 RULES-1 NETWORK-1 %s is read by the roles of its permission',
  async (name) => {
    await send(name, 'orgA', cases[name].to);
    for (const [at, user] of roles.entries()) {
      const mayRead = accessMatrix[organisationSettings[name].view]?.[at] !== '-';
      expect([user, await read(name, user)]).toEqual([user, mayRead ? cases[name].to : undefined]);
    }
    expect(await read(name, 'orgB')).toBeUndefined();
  },
);

test.each(names)(
  'DESIGN-5 PRIVACY-70 EVIDENCE-10 RULES-2 FACTOR-15 NETWORK-1 %s is changed by the roles of its permission, and by no API key',
  async (name) => {
    const { orgs, users, db } = platform;
    const { change, mutation, input } = organisationSettings[name];
    const { from, to } = cases[name];
    for (const [at, user] of roles.entries()) {
      const isAllowed = accessMatrix[change]?.[at] !== '-';
      expect([user, (await send(name, user, to)).statusCode]).toEqual([user, isAllowed ? 200 : 403]);
      if (isAllowed) await send(name, user, from);
    }
    expect((await send(name, 'orgB', to)).statusCode).toBe(404);
    expect((await send(name, 'adm', to, 999_999)).statusCode).toBe(404);
    const key = await addIntegrationKey(db, users.orgA.id, ['read', 'sso:write', 'sensitive:write']);
    const body = { organisationId: orgs.A, [input]: to };
    expect((await platform.call(`POST ${extensionCalls[mutation].path}`, { key, body })).statusCode).toBe(403);
  },
);

test.each(names)(
  'DESIGN-5 PRIVACY-70 EVIDENCE-10 RULES-2 FACTOR-15 NETWORK-3 %s is recorded with both values and emailed to the Organisers; the same value changes nothing',
  async (name) => {
    const { orgs } = platform;
    const { from, to, email, longer } = cases[name];
    const field = settingAuditName(organisationSettings[name]);
    const mails = async () => (await platform.mails('orgA')).length;
    const before = await mails();
    for (const time of [1, 2]) expect([time, (await send(name, 'orgA', to)).statusCode]).toEqual([time, 200]);
    const changes = [[{ [field]: from }, { [field]: to }, orgs.A]];
    expect(await changesOf(name)).toEqual(changes);
    expect((await platform.mails('orgA')).at(-1)).toContain(email);
    expect(await mails()).toBe(before + 1);
    if (longer === undefined) return;
    expect((await send(name, 'orgA', longer)).statusCode).toBe(200);
    expect(await changesOf(name)).toEqual([...changes, [{ [field]: to }, { [field]: longer }, orgs.A]]);
    expect(await mails()).toBe(before + 1);
  },
);

test.each(names.filter((name) => cases[name].refused))(
  'DESIGN-5 EVIDENCE-10 RULES-2 NETWORK-2 %s outside its range is refused at its field',
  async (name) => {
    const { refused = [], problem } = cases[name];
    const { input } = organisationSettings[name];
    for (const value of refused) {
      const answer = await send(name, 'orgA', value);
      expect([value, answer.statusCode, answer.json()]).toEqual([
        value,
        422,
        { errors: { [input]: [problem] }, codes: { [input]: ['FORMAT'] } },
      ]);
    }
    for (const value of ['60', 15.5, {}]) expect((await send(name, 'orgA', value)).statusCode).toBe(422);
    expect(await changesOf(name)).toEqual([]);
  },
);
