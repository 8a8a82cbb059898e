import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Call } from '@console/contract/call';
import { calls } from '@console/contract/calls/all';
import { auditCalls } from '@console/contract/calls/audit';
import { secretMask } from '@console/contract/rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPlatformSettings } from './core/base/settings.ts';
import { demoPassword } from './demo/sign-ins.ts';
import { type RunningPlatform, startPlatform } from './start.ts';
import { fillDataFolder } from './testing/database.ts';
import { csvOf, formOf, newOrganisation, newUser, organisationForm, rowOf } from './testing/forms.ts';
import { png } from './testing/images.ts';
import { type CallName, callNameOf, confirmedCalls, sampledCalls } from './testing/samples.ts';

let folder: string;
let platform: RunningPlatform;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'console-test-'));
  const dataDir = join(folder, 'data');
  await fillDataFolder(dataDir);
  const settings = { ...readPlatformSettings({ DATA_DIR: dataDir }), port: 0 };
  platform = await startPlatform(settings, { logger: false });
});
afterAll(async () => {
  await platform.close();
  await rm(folder, { recursive: true, force: true });
});

interface Given {
  query?: Record<string, string | number>;
  body?: object | Buffer;
  headers?: Record<string, string>;
  key?: string;
}
// biome-ignore lint/suspicious/noExplicitAny: the answer to whatever call the test sends
type Answer = any;
type Answers = Partial<Record<CallName, Answer>>;

const send = async ({ method, path }: Pick<Call, 'method' | 'path'>, { query, body, headers, key }: Given) => {
  const search = new URLSearchParams(Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]));
  const answer = await fetch(`${platform.origin}${path}?${search}`, {
    method,
    headers: {
      ...(body && !(body instanceof Buffer) && { 'content-type': 'application/json' }),
      ...(key && { 'api-key': key }),
      ...headers,
    },
    ...(body && { body: body instanceof Buffer ? new Uint8Array(body) : JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Answer };
};

const signIn = async (who: string): Promise<Answer> => {
  const body = { api: true, ent_usr: { email: `${who}@demo.example`, password: demoPassword } };
  return (await send(calls.login, { body })).body.current_ent_usr;
};
const mailedToken = async (to: string): Promise<string> => {
  const { mails } = (await send({ method: 'GET', path: '/outbox.json' }, { query: { to } })).body;
  return /reset_password_token=([\w-]+)/.exec(mails[0].text)?.[1] ?? '';
};
const password = { password: 'Fresh-start1', password_confirmation: 'Fresh-start1' };

type Inputs = Record<CallName, (before: Answers) => Given | Promise<Given>>;

/** The input of the calls with a sample, filled with ids from the responses of earlier calls. */
const sampledInputs = (organisationId: number): Partial<Inputs> =>
  Object.fromEntries(
    sampledCalls
      .filter(({ call }) => call in calls)
      .map(({ label, bodyFor }) => [
        label,
        ({ createOrgUser, inactiveUserList, specificOrgDetails }: Answers) => ({
          body: bodyFor({
            organisationId,
            userId: createOrgUser.user.id,
            inactiveId: inactiveUserList.inactive_users[0].id,
            assessmentId: specificOrgDetails.asmts.find(({ audit_status }: Answer) => audit_status === 'In Progress')
              .id,
          }),
        }),
      ]),
  );

/** The input of each call, in the order in which they are made; `before` has the responses of earlier calls. */
async function inputsFor(ent_org_id: number): Promise<Inputs> {
  const [architect, leaver] = [await signIn('architect'), await signIn('organiser')];
  const org = () => ({ query: { org_id: ent_org_id } });
  const orgBody = () => ({ body: { org_id: ent_org_id } });
  const nothing = () => ({});
  const files = { logo: await png(), icon: await png() };
  const pending = ({ pendingOrgList }: Answers) =>
    pendingOrgList.pending_org_list.find((one: Answer) => one.show_activate_deactivate_button);
  const other = ({ orgList }: Answers) => orgList.active_orgs.find(({ id }: Answer) => id !== ent_org_id).id;
  return {
    login: () => ({ body: { api: true, ent_usr: { email: 'admin@demo.example', password: demoPassword } } }),
    isMultiFactorEnabled: () => ({ body: { user_email: 'otp@secure.example' } }),
    apiUserDetail: () => ({ body: { task: { api_key: leaver.api_key } } }),
    encrypt: () => ({ body: { data: 'x' } }),
    sendOtp: () => ({ body: { email: 'otp@secure.example' } }),
    logoutApiUser: () => ({ key: leaver.api_key }),
    validPassword: () => ({ body: { current_password: demoPassword } }),
    consoleResetPwdLink: () => ({ body: { email: 'auditee@demo.example' } }),
    userByResetPwd: async () => ({ body: { reset_password_token: await mailedToken('auditee@demo.example') } }),
    resetPwd: async () => {
      const email = 'auditee@demo.example';
      return { body: { email, ...password, reset_password_token: await mailedToken(email) } };
    },
    forgotPwd: () => ({ body: { email: 'assessor@demo.example' } }),
    changePwd: () => ({
      key: architect.api_key,
      body: { ent_usrs: { ...password, current_password: demoPassword, ent_usr_id: architect.id } },
    }),
    subscribedGrcModules: nothing,
    inviteUser: () => ({ body: { user: { email: 'boss@new.example' } } }),
    externalOrgInviteUser: () => ({ body: { user: { email: 'guest@new.example' }, ext_org_id: ent_org_id } }),
    checkIfOrgUsrExists: () => ({ body: { user: { email: 'otp@secure.example' } } }),
    activeUserList: org,
    inactiveUserList: org,
    createOrgUser: () => ({ body: { ent_usr: newUser('one@demo.example') } }),
    getUserDetailById: ({ createOrgUser: { user } }) => ({ query: { user_id: user.id } }),
    bulkUserUpload: () => formOf({ org_id: ent_org_id }, csvOf([rowOf('two@demo.example')])),
    conDeptResponders: nothing,
    incDeptResponders: nothing,
    taskDeptResponders: nothing,
    orgList: nothing,
    orgDetail: org,
    createOrg: () => organisationForm(newOrganisation('Fresh'), files),
    createOrUpdareOrg: ({ createOrg }) => organisationForm(newOrganisation('Fresher', { id: createOrg.org.id }), {}),
    createOrganiser: ({ createOrg }) => {
      const more = { ent_org_id: createOrg.org.id, role_id: 3 };
      return { body: { ent_usr: newUser('organiser@new.example', more) } };
    },
    getOrganiser: orgBody,
    orgOrganiserList: org,
    updateOrganiser: ({ orgOrganiserList }) => ({
      body: { org_id: ent_org_id, organizer_id: orgOrganiserList.organiser_list[0].id },
    }),
    enableDisableOrg: ({ createOrg }) => ({ query: { org_id: createOrg.org.id } }),
    mappingExists: (before) => ({ body: { vendor_id: other(before), customer_id: ent_org_id } }),
    userMappingExists: (before) => ({ body: { ent_usr_id: architect.id, mapped_org_id: other(before) } }),
    extOrgAccepctedPendingUserList: (before) => ({ query: { ext_org_id: other(before) } }),
    accepctedPendingUserList: nothing,
    accepctedOrgList: nothing,
    pendingOrgList: nothing,
    specificPenAccOrgList: org,
    activateDeactivate: (before) => {
      const { vendor_id, customer_id, mapped_user, requester } = pending(before);
      return { body: { vendor_id, customer_id, user_id: (mapped_user ?? requester).id, activated: true } };
    },
    getSso: org,
    notificationFrequencyList: nothing,
    asmtStatusList: nothing,
    specificOrgDetails: orgBody,
    asmtDetail: ({ specificOrgDetails: { asmts } }) => ({ body: { asmt_id: asmts[0].id } }),
    countryCodeList: nothing,
    moduleRoleList: nothing,
    industryList: nothing,
    departmentList: nothing,
    designationList: nothing,
    countryList: nothing,
    ...sampledInputs(ent_org_id),
  } as Inputs;
}

test('DESIGN-5 REST-62 REST-50 REST-51 REST-52 REST-53 REST-54 REST-55 REST-56 REST-57 on a fresh start each of the 57 calls returns the expected demo data and leaves one event if it changes anything, done or refused', async () => {
  const admin = await signIn('admin');
  const given = await inputsFor(admin.ent_org_id);
  const before: Answers = {};
  const others: string[] = [];
  for (const name of Object.keys(given) as CallName[]) {
    if (confirmedCalls.has(name))
      await send(calls.validPassword, { key: admin.api_key, body: { current_password: demoPassword } });
    const { headers, ...input } = await given[name](before);
    const request = { key: admin.api_key, headers: { ...headers, 'x-request-id': name }, ...input };
    const { status, body } = await send(calls[callNameOf(name)], request);
    before[name] = body;
    if (status !== 200) others.push(`${name}: ${status} ${JSON.stringify(body)}`);
    else if (!calls[callNameOf(name)].answer.safeParse(body).success) others.push(`${name}: ${JSON.stringify(body)}`);
  }
  expect(others).toEqual([]);
  const made = [...new Set(Object.keys(before).map(callNameOf))];
  expect(made.toSorted(), 'a call has a `sample` in contract/src/calls, or its input in this test').toEqual(
    Object.keys(calls).toSorted(),
  );
  expect(made).toHaveLength(57);
  expect(before.updateAdfs.sso.client_secret).toBe(secretMask);
  for (const list of [
    before.specificOrgDetails.asmts,
    before.specificOrgDetails.subscribed_models,
    before.accepctedOrgList.accepted_org_list,
    before.subscribedGrcModules.modules,
    before.activeUserList.active_users,
    before.countryList.countries,
  ])
    expect(list.length).toBeGreaterThan(1);

  await refuseAll(given, before);
  const query = { limit: 100 };
  const { events } = (await send(auditCalls.auditEvents, { key: admin.api_key, query })).body;
  const eventsOf = (id: string): Answer[] => events.filter(({ request_id }: Answer) => request_id === id);
  const written = Object.keys(before).map((name) => [name, eventsOf(name).map(({ action, code }) => [action, code])]);
  const actionOf = (name: string) => audited[name as CallName];
  expect(Object.fromEntries(written)).toEqual(
    Object.fromEntries(Object.keys(before).map((name) => [name, actionOf(name) ? [[actionOf(name), null]] : []])),
  );
  const refused = refusable.map((name) => [name, eventsOf(`${name}-refused`).map(({ via, action }) => [via, action])]);
  expect(Object.fromEntries(refused)).toEqual({
    // The role is checked before the direction in the body is read.
    ...Object.fromEntries(refusable.map((name) => [name, [['rest', actionOf(callNameOf(name))]]])),
    inviteUser: [['rest', 'users:inviteExternal']],
  });
});

/** The single event of each call; default: the declared action. Reads have none. */
const audited: Readonly<Partial<Record<CallName, string>>> = {
  ...Object.fromEntries(
    Object.values<Call>(calls)
      .filter(({ kind }) => kind !== 'read')
      .map(({ name, event }) => [name, event]),
  ),
  consoleResetPwdLink: 'account:requestReset',
  forgotPwd: 'account:requestReset',
  ...Object.fromEntries(sampledCalls.filter(({ call }) => call in calls).map(({ label, action }) => [label, action])),
};
/** Calls that an Auditee may not make. */
const refusable = (Object.keys(audited) as CallName[]).filter(
  (name) => audited[name] && !/^(session|account):/.test(audited[name]),
);

/** Sends these calls again as an Auditee. */
async function refuseAll(given: Inputs, before: Answers): Promise<void> {
  const body = { api: true, ent_usr: { email: 'auditee@demo.example', password: password.password } };
  const key = (await send(calls.login, { body })).body.current_ent_usr.api_key;
  for (const name of refusable) {
    const { headers, ...input } = await given[name](before);
    const request = { ...input, key, headers: { ...headers, 'x-request-id': `${name}-refused` } };
    expect([name, (await send(calls[callNameOf(name)], request)).status]).toEqual([name, 403]);
  }
}
