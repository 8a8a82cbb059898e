import { calls } from '@console/contract/calls/all';
import { beforeEach, describe, expect, test } from 'vitest';
import { passwordResetDocument, updateProfileDocument } from './testing/documents.ts';
import { goodDetails, mapExternalUserDocument, mapPaths } from './testing/mapping-mutations.ts';
import { nominate, updateOrganisation } from './testing/organisation-mutations.ts';
import { completeUsers, setDesignation } from './testing/rows.ts';
import { useTestSystem } from './testing/system.ts';
import { goodSso, tabPaths, updateConfigDocument, updateSsoDocument } from './testing/tab-mutations.ts';
import { updateUserDocument } from './testing/user-mutations.ts';

/** A product API that escapes response texts for HTML, as PHP's htmlspecialchars does; our platform returns stored texts. */

const entities: Record<string, string> = { '&': '&amp;', "'": '&#039;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };
const escaped = (value: unknown): unknown => {
  if (typeof value === 'string') return value.replace(/[&'"<>]/g, (letter) => entities[letter] ?? '');
  if (Array.isArray(value)) return value.map(escaped);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, escaped(inner)]));
};
const reads = [
  calls.apiUserDetail,
  calls.orgDetail,
  calls.activeUserList,
  calls.getUserDetailById,
  calls.getOrganiser,
  calls.getSso,
];
const stored = { firstname: 'A & B', lastname: "O'Brien", department_name: 'R&D', supervisor: "o'hara@a.example" };
describe.each(['on', 'off'] as const)('extensions %s:', (extensions) => {
  const system = useTestSystem({ extensions });
  const extended = extensions === 'on';
  const read = extended ? stored : (escaped(stored) as typeof stored);

  beforeEach(async () => {
    await completeUsers(system);
    await system.platform.db.updateTable('ent_usr').set(stored).execute();
    if (!extended)
      for (const { path } of reads) system.upstream.script(path, { real: true, change: (body) => escaped(body) });
  });

  const idOf = (user: 'assA' | 'audA' | 'orgB') => String(system.platform.users[user].id);
  const users = () => system.upstream.sent(calls.updateOrgUser.path).map(({ body }) => Object(body).ent_usr);

  test('NOM-6 CASES-59 nominating sends the names of both users as they are stored', async () => {
    await setDesignation(system, 'audA', 'CFO');
    const tab = await system.signIn('orgA');
    const input = { organisationId: system.platform.orgs.A, designationId: 'CFO', userId: idOf('assA') };
    const { errors } = await nominate(tab, { ...input, confirmEmail: system.platform.users.orgA.email });
    expect([errors, users()]).toEqual([[], Array(extended ? 1 : 2).fill(expect.objectContaining(stored))]);
  });

  test('USER-36 CASES-59 a form sends back what it has read, and that is stored as before', async () => {
    const tab = await system.signIn('orgA');
    const form = { firstName: read.firstname, lastName: 'Typed &amp; kept', department: read.department_name };
    const { errors } = await tab.graphql(updateUserDocument, { input: { id: idOf('assA'), ...form } });
    const [sent] = users();
    expect([errors, sent]).toEqual([
      [],
      expect.objectContaining({ firstname: 'A & B', lastname: 'Typed &amp; kept', department_name: 'R&D' }),
    ]);
    if (!extended) expect(sent).toMatchObject({ supervisor: stored.supervisor });
  });

  test('PROFILE-6 CASES-59 the own profile likewise', async () => {
    const tab = await system.signIn('orgA');
    const { errors } = await tab.graphql(updateProfileDocument, {
      input: { firstName: read.firstname, department: 'Law & Order' },
    });
    const [sent] = users();
    expect([errors, sent]).toEqual([
      [],
      expect.objectContaining({ firstname: 'A & B', department_name: 'Law & Order' }),
    ]);
    if (!extended) expect(sent).toMatchObject({ lastname: stored.lastname, supervisor: stored.supervisor });
  });

  test('ORG-23 CASES-59 an organisation and its organiser are sent as they are stored, and without a change not at all', async () => {
    const { db, orgs } = system.platform;
    const row = { brandname: 'A & B', legalname: "O'Brien", industry: 'Oil & Gas', registered_address: '1 <A> Street' };
    const names = {
      email_domain: 'b.example',
      website: 'https://b.example',
      pin: '1',
      country: 'A',
      state: 'B',
      city: 'C',
    };
    await db
      .updateTable('ent_org')
      .set({ ...row, ...names, organizer_id: Number(idOf('orgB')) })
      .where('id', '=', orgs.B)
      .execute();
    const tab = await system.signIn('adm');
    const shown = (text: string) => (extended ? text : String(escaped(text)));
    const unchanged = {
      id: orgs.B,
      organisation: { brandName: shown('A & B'), facility: { registeredAddress: shown('1 <A> Street') } },
    };
    expect((await updateOrganisation(tab, unchanged)).errors).toEqual([]);
    expect(system.upstream.sent(calls.createOrUpdareOrg.path)).toEqual([]);
    const organiser = {
      firstName: read.firstname,
      lastName: 'Typed',
      email: system.platform.users.orgB.email,
      designation: 'Analyst',
    };
    const changed = { ...unchanged, organisation: { legalName: 'New' }, organiser };
    expect((await updateOrganisation(tab, changed)).errors).toEqual([]);
    const [form] = system.upstream.sent(calls.createOrUpdareOrg.path);
    expect(Object.fromEntries(form?.body as [string, unknown][])).toMatchObject({ ...row, legalname: 'New' });
    expect(users()).toEqual([expect.objectContaining({ ...stored, lastname: 'Typed' })]);
  });

  test('XUSER-5 CASES-59 the email of an external user is sent as it is stored', async () => {
    const tab = await system.signIn('orgA');
    const email = "o'brien@new.example";
    const user = { id: 9, email: extended ? email : escaped(email), ent_org_id: null, role_id: null, role: null };
    system.upstream.script(mapPaths.user, { body: { user } });
    system.upstream.script(mapPaths.userExists, {
      body: { mapping: { vendor_id: null, vendor: null, activated: null } },
    });
    system.upstream.script(mapPaths.update, { body: { user } });
    await tab.graphql(mapExternalUserDocument, { input: { userId: '9', person: goodDetails() } });
    expect(users()).toEqual([expect.objectContaining({ id: 9, email })]);
  });

  test('CONFIG-3 CASES-59 the rest of a configuration is sent as it is stored', async () => {
    const { db, orgs } = system.platform;
    await db.updateTable('ent_org').set({ notification_frequency: 'Daily & Weekly' }).execute();
    const tab = await system.signIn('adm');
    await tab.graphql(updateConfigDocument, { input: { organisationId: orgs.B, otpRequired: true } });
    const [sent] = system.upstream.sent(tabPaths.saveConfig);
    expect(Object(sent?.body).config).toEqual({
      otp_required: true,
      ...(!extended && { notification_frequency: 'Daily & Weekly', user_limit: expect.anything() }),
    });
  });

  test('SSO-3 CASES-59 an escaped secret is not sent back: it has to be entered', async () => {
    const tab = await system.signIn('adm');
    const sso = { client_id: 'client-1', tenant_id: 'tenant-1', client_secret: 'a&amp;b' };
    system.upstream.script(tabPaths.sso, { body: { sso } });
    const { code, errors } = await tab.graphql(updateSsoDocument, { input: goodSso(system.platform.orgs.B) });
    const sent = system.upstream.sent(tabPaths.saveSso).map(({ body }) => Object(body).adfs.client_secret);
    const fields = errors[0]?.extensions.fields?.map(({ path }) => path);
    expect(extended ? sent : [code, fields, sent]).toEqual(extended ? ['a&amp;b'] : ['INVALID', ['clientSecret'], []]);
  });

  test('RESET-5 CASES-59 the email of a reset is the stored one', async () => {
    const email = "o'brien@a.example";
    system.upstream.script(calls.userByResetPwd.path, {
      body: { user: { id: 1, email: extended ? email : escaped(email) } },
    });
    const { data } = await system.client().graphql(passwordResetDocument, { token: 'x' });
    expect(data.passwordReset).toEqual({ email, invitation: null });
  });
});
