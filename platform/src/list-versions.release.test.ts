import { type CallName, calls } from '@console/contract/calls/all';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAssessments } from './testing/assessments.ts';
import { fixturePassword } from './testing/fixtures.ts';
import { csvOf, formOf, newOrganisation, newUser, organisationForm, rowOf } from './testing/forms.ts';
import { addMapping, addUserMapping } from './testing/mappings.ts';
import { png } from './testing/pictures.ts';
import { type CallOptions, startTestPlatform, type TestPlatform } from './testing/platform.ts';
import { callNameOf, sampledCalls } from './testing/samples.ts';
import { readList, type WatchedList, watchedLists } from './testing/watched-lists.ts';

let platform: TestPlatform;
let key: string;
let lists: ReturnType<typeof watchedLists>;
let assessment: number;
beforeAll(async () => {
  platform = await startTestPlatform();
  const { db, orgs, users } = platform;
  await addMapping(db, orgs.B, orgs.A, {
    ...{ requester_id: users.nowhere.id, mapped_user_id: users.orgB.id },
    requested_by_org_id: orgs.B,
  });
  await addMapping(db, orgs.M, orgs.A, { activated: true });
  await addUserMapping(db, users.mfaB.id, orgs.A);
  await addUserMapping(db, users.invited.id, orgs.B);
  const names = { assessor_id: users.mfaA.id, auditee_id: users.audA.id };
  [assessment = 0] = await addAssessments(db, orgs.A, [names]);
  lists = watchedLists(platform);
  ({ apiKey: key } = await platform.signIn('adm'));
});
afterAll(() => platform.close());

type List = keyof ReturnType<typeof watchedLists>;
type Given = CallOptions & { query?: string };
// biome-ignore lint/suspicious/noExplicitAny: the answer to whatever call the test sends
type Answers = Partial<Record<CallName, any>>;
type Write = [given: (before: Answers) => Given | Promise<Given>, renewed: List[]];

const everyList: List[] = [
  ...['activeA', 'inactiveA', 'activeB', 'inactiveB', 'externalA', 'externalB', 'usersA', 'externalPageA'],
  ...['acceptedA', 'pendingA', 'mappingsB', 'organisations', 'assessmentsA'],
  ...['allUsers', 'allOrganisations'],
] as List[];
/** The lists of organisations and of all users. */
const ofAny: List[] = ['organisations', 'allUsers', 'allOrganisations'];
/** All lists except those about B alone: A has a mapping with B. */
const ofA = everyList.filter((list) => !['activeB', 'inactiveB', 'externalB'].includes(list));
/** All lists except those about A's own users. */
const ofB = everyList.filter(
  (list) => !['activeA', 'inactiveA', 'externalA', 'externalPageA', 'usersA', 'assessmentsA'].includes(list),
);
const password = { password: 'Fresh-start1', password_confirmation: 'Fresh-start1' };
const prove = () => send('validPassword', { body: { current_password: fixturePassword } });

/** The calls that have a sample: each is about something of A, and renews all its lists. */
const sampled = (): Partial<Record<CallName, Write>> => {
  const { orgs, users } = platform;
  const target = { organisationId: orgs.A, userId: users.assA.id, inactiveId: users.disA.id, assessmentId: assessment };
  return Object.fromEntries(
    sampledCalls
      .filter(({ call }) => call in calls)
      .map(({ label, isConfirmed, bodyFor }): [string, Write] => [
        label,
        [
          async () => {
            if (isConfirmed) await prove();
            return { body: bodyFor(target) };
          },
          ofA,
        ],
      ]),
  );
};

/** Every call that writes, with the lists that it renews. */
const writes = (): Partial<Record<CallName, Write>> => {
  const { orgs, users } = platform;
  const nothing: List[] = [];
  return {
    ...sampled(),
    createOrgUser: [() => ({ body: { ent_usr: newUser('one@a.example') } }), ofA],
    bulkUserUpload: [() => formOf({ org_id: orgs.A }, csvOf([rowOf('two@a.example')])), ofA],
    inviteUser: [
      () => ({ body: { user: { email: 'stub@new.example' } } }),
      [...new Set<List>(['externalB', 'acceptedA', 'pendingA', 'mappingsB', ...ofA])],
    ],
    externalOrgInviteUser: [() => ({ body: { user: { email: 'mfaa@m.example' }, ext_org_id: orgs.A } }), ofA],
    activateDeactivate: [
      () => ({ body: { vendor_id: orgs.B, customer_id: orgs.A, user_id: users.orgB.id, activated: true } }),
      everyList,
    ],
    updateOrganiser: [() => prove().then(() => ({ body: { org_id: orgs.B, organizer_id: users.orgB.id } })), ofB],
    createOrg: [
      async () => organisationForm(newOrganisation('Fresh'), { logo: await png(), icon: await png() }),
      ofAny,
    ],
    createOrUpdareOrg: [() => organisationForm(newOrganisation('Renamed A', { id: orgs.A }), {}), ofA],
    createOrganiser: [
      ({ createOrg: { org } }) => ({
        body: { ent_usr: newUser('first@new.example', { ent_org_id: org.id, role_id: 3 }) },
      }),
      ofAny,
    ],
    enableDisableOrg: [() => prove().then(() => ({ query: `?org_id=${orgs.B}` })), ofB],
    resetPwd: [
      async () => ({
        body: {
          ...password,
          email: 'auda@a.example',
          reset_password_token: await platform.issueToken('audA', 'reset'),
        },
      }),
      ofA,
    ],
    changePwd: [
      async () => {
        const { apiKey } = await platform.signIn('orgA');
        const ent_usrs = { ...password, current_password: fixturePassword, ent_usr_id: users.orgA.id };
        return { key: apiKey, body: { ent_usrs } };
      },
      ofA,
    ],
    // The last sign-in is in the record of the user.
    login: [() => ({ body: { api: true, ent_usr: { email: 'arc@a.example', password: fixturePassword } } }), ofA],
    logoutApiUser: [async () => ({ key: (await platform.signIn('arc')).apiKey }), nothing],
    sendOtp: [() => ({ body: { email: 'mfaa@m.example' } }), nothing],
    encrypt: [() => ({ body: { data: 'x' } }), nothing],
    validPassword: [() => ({ body: { current_password: fixturePassword } }), nothing],
    consoleResetPwdLink: [() => ({ body: { email: 'arc@a.example' } }), nothing],
    forgotPwd: [() => ({ body: { email: 'arc@a.example' } }), nothing],
  };
};

const send = async (name: CallName, { query = '', ...given }: Given) => {
  const { method, path } = calls[callNameOf(name)];
  const answer = await platform.call(`${method} ${path}${query}`, { key, ...given });
  expect([name, answer.statusCode, answer.statusCode === 200 || answer.body]).toEqual([name, 200, true]);
  return answer.json();
};

/** The current content of every list. */
const readAll = () =>
  Promise.all(
    Object.entries(lists).map(async ([name, list]) => {
      const { statusCode, body, headers } = await readList(platform, list as WatchedList, key);
      expect([name, statusCode, headers.etag]).toEqual([name, 200, expect.stringMatching(/^W\/"[\w-]{43}"$/)]);
      return { name, list: list as WatchedList, body, etag: String(headers.etag) };
    }),
  );

/** Runs a change and returns the lists that it renewed; all others must still be current. */
async function renewedBy(act: () => Promise<unknown>): Promise<string[]> {
  const before = await readAll();
  await act();
  const now = await readAll();
  const renewed: string[] = [];
  for (const [place, { name, list, body, etag }] of before.entries()) {
    const answer = await readList(platform, list, key, etag);
    if (answer.statusCode !== 304) {
      expect([name, answer.statusCode, answer.body]).toEqual([name, 200, now[place]?.body]);
      renewed.push(name);
    } else {
      expect([name, answer.body, answer.headers.etag]).toEqual([name, '', etag]);
      expect([name, now[place]?.body]).toEqual([name, body]);
    }
  }
  return renewed.toSorted();
}

test('REST-17 REST-18 REST-31 REST-32 REST-33 REST-34 REST-35 REST-37 REST-57 every call that writes renews the lists that contain what it writes', async () => {
  const given = writes();
  const writing = Object.values(calls).filter(({ kind }) => kind !== 'read');
  expect(
    [...new Set(Object.keys(given).map(callNameOf))].toSorted(),
    'a write has a `sample` in contract/src/calls and renews all lists of its organisation, or is listed here with those that it renews',
  ).toEqual(writing.map(({ name }) => name).toSorted());
  const before: Answers = {};
  const renewed: Record<string, string[]> = {};
  for (const [name, [give]] of Object.entries(given) as [CallName, Write][]) {
    platform.moveClock(1_000);
    const sent = await give(before);
    renewed[name] = await renewedBy(async () => {
      before[name] = await send(name, sent);
    });
  }
  const expected = Object.entries(given).map(([name, [, lists]]) => [name, lists.toSorted()]);
  expect(renewed).toEqual(Object.fromEntries(expected));
});
