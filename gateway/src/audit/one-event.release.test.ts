import { keyScopes, nonSensitiveScopes } from '@console/contract/key-scopes';
import { mutationNames, mutationOf } from '@console/contract/mutations';
import { isObjectType } from 'graphql';
import { beforeEach, expect, test } from 'vitest';
import { loadSchema } from '../graphql/schema.ts';
import type { Answer, TestClient } from '../testing/client.ts';
import {
  adoptDocument,
  changePasswordDocument,
  programHeaders,
  requestResetDocument,
  resetPasswordDocument,
  switchDocument,
} from '../testing/documents.ts';
import { prepareMutation } from '../testing/idempotent-mutations.ts';
import { logoutDocument, mode, password, sendOtpDocument, testWith, useTestSystem } from '../testing/system.ts';

const system = useTestSystem({ settings: { GATEWAY_SECRET: 'secret-of-gateway-and-platform-0123456789' } });

/** An event: its action and target, and a field that it changes. */
type Event = readonly [action: string, target: string, field?: string, from?: string | null, to?: string | null];

interface Rule {
  /** One for each action of the mutation; the console sends some actions together. */
  events: readonly Event[];
  /** API keys may not do it. */
  isPersonal?: true;
  /** Everybody who is signed in may do it to themselves. */
  isOwn?: true;
  /** Only the platform knows the target, so that the password is checked before the action is refused. */
  isProvedFirst?: true;
}

const proof: Event = ['ACCOUNT_PROVE_PASSWORD', 'SESSION'];
const pending = ['state', 'Pending'] as const;

/** An action as the schema names it: `USERS_EDIT` for `users:edit`. */
const enumValueOf = (action: string) => action.replace(/[:A-Z]/g, (at) => (at === ':' ? '_' : `_${at}`)).toUpperCase();
/** What the mutations with a sample write. */
const sampled = Object.fromEntries(
  mutationNames.flatMap((name): [string, Rule][] => {
    const { event, scopes, sample } = mutationOf(name);
    if (!event || !sample) return [];
    const own: Event = [enumValueOf(event), ...sample.changes];
    const events = 'currentPassword' in sample.args ? [proof, own] : [own];
    return [[name, scopes.length > 0 ? { events } : { events, isPersonal: true }]];
  }),
);

/** What each mutation writes to the activity. */
const rules: Record<string, Rule> = {
  ...sampled,
  setPendingEmails: {
    events: [['ACCOUNT_DIGEST', 'USER', 'digests', 'true', 'false']],
    ...{ isOwn: true, isPersonal: true },
  },
  updateProfile: { events: [['USERS_EDIT', 'USER', 'firstName', 'adm', 'Ada']], isOwn: true },
  createUser: { events: [['USERS_CREATE', 'USER', 'email', null, 'once@new.example']] },
  updateUser: { events: [['USERS_EDIT', 'USER', 'firstName', 'audA', 'Ada']] },
  uploadUsers: { events: [['USERS_UPLOAD', 'USER', 'email', null, 'up.once@new.example']] },
  // One for the organisation, for each of its people and for its organiser, as they are also created one by one.
  createOrganisation: {
    events: [
      ['ORGANISATIONS_CREATE', 'ORGANISATION', 'brandName', null, 'Once'],
      ['USERS_CREATE', 'USER', 'email', null, 'once@new.example'],
      ['ORGANISATIONS_CHANGE_ORGANISER', 'ORGANISATION', 'organiser', null],
      ['USERS_CREATE', 'USER', 'email', null, 'ceo.once@new.example'],
      ['USERS_CREATE', 'USER', 'email', null, 'dpo.once@new.example'],
    ],
  },
  updateOrganisation: {
    events: [['ORGANISATIONS_EDIT', 'ORGANISATION', 'brandName', 'Organisation A', 'Changed Once']],
  },
  onboardOrganisation: {
    events: [
      ['ORGANISATIONS_ONBOARD', 'ORGANISATION', 'brandName', null, 'Board Once'],
      ['USERS_EDIT', 'USER', 'firstName', 'nowhere', 'Ada'],
    ],
  },
  inviteOrganisation: { events: [['MAPPINGS_INVITE', 'USER', 'email', null, 'unknown@unknown.example']] },
  // One for each organisation, and of an external user one for the user's own.
  endMapping: {
    events: [
      ['MAPPINGS_END', 'MAPPING', 'status', 'Accepted', 'Ended'],
      ['MAPPINGS_END', 'MAPPING', 'status', 'Accepted', 'Ended'],
    ],
  },
  withdrawMapping: {
    events: [
      ['MAPPINGS_WITHDRAW', 'MAPPING', 'status', 'Pending', 'Withdrawn'],
      ['MAPPINGS_WITHDRAW', 'MAPPING', 'status', 'Pending', 'Withdrawn'],
    ],
  },
  removeExternalUser: {
    events: [
      ['USERS_REMOVE_EXTERNAL', 'EXTERNAL_USER', 'activated', 'true', 'false'],
      ['USERS_REMOVE_EXTERNAL', 'USER', 'activated', 'true', 'false'],
    ],
  },
  withdrawExternalUser: {
    events: [
      ['USERS_WITHDRAW_EXTERNAL', 'EXTERNAL_USER', 'status', null, 'Withdrawn'],
      ['USERS_WITHDRAW_EXTERNAL', 'USER', 'status', null, 'Withdrawn'],
    ],
  },
  handOverDuties: {
    events: [
      ['USERS_HAND_OVER', 'USER', 'supervisedUsers', null, '1'],
      ['USERS_EDIT', 'USER', 'supervisorEmail', 'assa@a.example', 'orga@a.example'],
    ],
    isPersonal: true,
  },
  updateSingleSignOn: {
    // It was on: another issuer switches it off.
    events: [
      proof,
      ['SSO_EDIT', 'ORGANISATION', 'issuer', null, 'https://idp.example'],
      ['SSO_ACTIVATE', 'ORGANISATION', 'enabled', 'true', 'false'],
    ],
    isPersonal: true,
  },
  verifySsoDomain: {
    events: [['SSO_VERIFY_DOMAIN', 'ORGANISATION', 'how', null, 'by an Administrator']],
    isPersonal: true,
  },
  testSingleSignOn: { events: [['SSO_TEST', 'ORGANISATION', 'passed', null, 'false']], isPersonal: true },
  setSingleSignOn: {
    events: [proof, ['SSO_ACTIVATE', 'ORGANISATION', 'enabled', 'true', 'false']],
    isPersonal: true,
  },
  updateSignInRules: {
    events: [proof, ['SSO_SET_SIGN_IN_RULES', 'ORGANISATION', 'sessionMinutes', null, '480']],
    isPersonal: true,
  },
  updateProvisioning: {
    events: [proof, ['SCIM_EDIT', 'ORGANISATION', 'defaultDesignation', 'Not set', 'Engineer']],
    isPersonal: true,
    isProvedFirst: true,
  },
  setProvisioning: {
    events: [proof, ['SCIM_SWITCH', 'ORGANISATION', 'enabled', 'false', 'true']],
    isPersonal: true,
    isProvedFirst: true,
  },
  confirmProviderDeactivations: {
    events: [proof, ['SCIM_CONFIRM_DEACTIVATIONS', 'ORGANISATION']],
    isPersonal: true,
    isProvedFirst: true,
  },
  startAccessReview: {
    events: [['REVIEWS_START', 'ACCESS_REVIEW', 'name', null, 'Quarterly']],
    isPersonal: true,
  },
  decideInAccessReview: { events: [['REVIEWS_DECIDE', 'ACCESS_REVIEW', 'decisions', null, '1']], isPersonal: true },
  endAccessReview: {
    events: [proof, ['REVIEWS_END', 'ACCESS_REVIEW', 'name', null, 'Quarterly']],
    isPersonal: true,
    isProvedFirst: true,
  },
  cancelAccessReview: { events: [['REVIEWS_CANCEL', 'ACCESS_REVIEW', 'name', null, 'Quarterly']], isPersonal: true },
  endAccessReviewSeries: {
    events: [['REVIEWS_REPEAT', 'ACCESS_REVIEW', 'ended', null, 'true']],
    isPersonal: true,
  },
  updateAllowedAddresses: {
    events: [proof, ['NETWORK_EDIT', 'ORGANISATION', 'allowedAddresses', null, '127.0.0.0/8, 2001:db8::/32']],
    isPersonal: true,
    isProvedFirst: true,
  },
  updateApiKeyAllowedAddresses: {
    events: [['NETWORK_EDIT_KEY', 'API_KEY', 'allowedAddresses', null, '127.0.0.0/8, 2001:db8::/32']],
    isPersonal: true,
  },
  updateOrganisationApiKeyAllowedAddresses: {
    events: [['NETWORK_EDIT_KEY', 'API_KEY', 'allowedAddresses', null, '127.0.0.0/8, 2001:db8::/32']],
    isPersonal: true,
  },
  sendConfigPasscode: { events: [['SESSION_SEND_PASSCODE', 'USER']] },
  createApiKey: { events: [['KEYS_CREATE', 'API_KEY', 'name', null, 'Nightly sync']], isPersonal: true },
  rotateApiKey: { events: [['KEYS_ROTATE', 'API_KEY', 'prefix', null]], isPersonal: true },
  revokeApiKey: { events: [['KEYS_REVOKE', 'API_KEY', 'revokedAt', null]], isPersonal: true },
  confirmApiKey: {
    events: [proof, ['KEYS_CONFIRM', 'API_KEY', 'suspendedAt', expect.any(String), null]],
    isPersonal: true,
    isProvedFirst: true,
  },
  createOrganisationApiKey: {
    events: [['KEYS_CREATE', 'API_KEY', 'name', null, 'Nightly sync']],
    isPersonal: true,
  },
  rotateOrganisationApiKey: { events: [['KEYS_ROTATE', 'API_KEY', 'prefix', null]], isPersonal: true },
  revokeOrganisationApiKey: { events: [['KEYS_REVOKE', 'API_KEY', 'revokedAt', null]], isPersonal: true },
  createWebhook: {
    events: [['WEBHOOKS_CREATE', 'WEBHOOK', 'url', null, 'https://hooks.example/console']],
    isPersonal: true,
  },
  updateWebhook: { events: [['WEBHOOKS_EDIT', 'WEBHOOK', 'isEnabled', 'true', 'false']], isPersonal: true },
  changeWebhookSecret: {
    events: [['WEBHOOKS_CHANGE_SECRET', 'WEBHOOK', 'secret', null, 'changed']],
    isPersonal: true,
  },
  testWebhook: { events: [['WEBHOOKS_TEST', 'WEBHOOK']], isPersonal: true },
  resendWebhookDelivery: { events: [['WEBHOOKS_RESEND', 'WEBHOOK', 'eventNumber', null, '1']], isPersonal: true },
  deleteWebhook: {
    events: [['WEBHOOKS_DELETE', 'WEBHOOK', 'url', 'https://hooks.example/a', null]],
    isPersonal: true,
  },
  endSession: {
    events: [proof, ['SECURITY_END_SESSION', 'USER', 'session', null]],
    isPersonal: true,
    isProvedFirst: true,
  },
  endOtherSessions: {
    events: [proof, ['SECURITY_END_SESSION', 'USER', 'sessions', null]],
    isPersonal: true,
    isProvedFirst: true,
  },
  forgetDevice: { events: [['SECURITY_FORGET_DEVICE', 'USER', 'device', null]], isPersonal: true },
  addPasskey: { events: [['SECURITY_ADD_PASSKEY', 'USER', 'passkey', null, 'Laptop']], isPersonal: true, isOwn: true },
  removePasskey: {
    events: [proof, ['SECURITY_REMOVE_PASSKEY', 'USER', 'passkey', 'Laptop', null]],
    isPersonal: true,
    isOwn: true,
  },
  confirmAuthenticatorApp: { events: [['SECURITY_SET_UP_APP', 'USER']], isPersonal: true, isOwn: true },
  removeAuthenticatorApp: { events: [proof, ['SECURITY_REMOVE_APP', 'USER']], isPersonal: true, isOwn: true },
  resetSecondFactors: {
    events: [proof, ['SECURITY_RESET_FACTORS', 'USER', 'passkeys', '0', null]],
    isPersonal: true,
    isProvedFirst: true,
  },
  unlinkIdentityProvider: {
    events: [proof, ['SECURITY_UNLINK_PROVIDER', 'USER', 'issuer', 'https://idp.example', null]],
    isPersonal: true,
  },
  unblockSignIn: {
    events: [proof, ['USERS_UNBLOCK', 'USER', 'signInBlocked', 'true', 'false']],
    isPersonal: true,
  },
  erasePerson: { events: [proof, ['PRIVACY_ERASE', 'USER']], isPersonal: true },
  copyPersonalData: { events: [proof, ['PRIVACY_COPY', 'USER']], isPersonal: true, isProvedFirst: true },
  renewRecoveryCodes: { events: [proof, ['SECURITY_RENEW_CODES', 'USER']], isPersonal: true, isOwn: true },
  resendInvitation: { events: [['INVITATIONS_RESEND', 'INVITATION', ...pending, 'Pending']] },
  revokeInvitation: { events: [['INVITATIONS_REVOKE', 'INVITATION', ...pending, 'Revoked']] },
  startBulkAction: { events: [['BULK_START', 'REQUEST', 'act', null, 'activate']], isPersonal: true },
  cancelBulkAction: { events: [['BULK_CANCEL', 'REQUEST']], isPersonal: true },
  copyInvitationLink: { events: [['INVITATIONS_COPY_LINK', 'INVITATION', ...pending, 'Pending']] },
};
/** Not actions of the permission matrix: those about signing in and the own password, which are tested below, and those that change nothing. */
const ofSignIn = [
  'startPasskeySignIn',
  'signInWithPasskey',
  'startSingleSignOn',
  'completeSingleSignOn',
  'confirmSingleSignOn',
  'completeSingleSignOnTest',
  'login',
  'sendOtp',
  'logout',
  'adoptSession',
  'switchModule',
];
const ofPassword = ['changePassword', 'requestPasswordReset', 'resetPassword'];
const withoutChange = [
  'startPasskey',
  'startPasskeyConfirmation',
  'confirmWithPasskey',
  'startSingleSignOnConfirmation',
  'confirmWithSingleSignOn',
  'startSingleSignOnTest',
  'previewUserUpload',
  'encrypt',
  'startExport',
  'setUpAuthenticatorApp',
];

let reader: TestClient;
beforeEach(async () => {
  reader = await system.signIn('arc');
});

const document = `query($after: String) { auditEvents(first: 100, after: $after) { pageInfo { endCursor } nodes { requestId action outcome code way actor { kind user { email } apiKeyName }
  target { kind } changes { field from to } } } }`;

// biome-ignore lint/suspicious/noExplicitAny: events as the document selects them
type Body = any;
async function eventsOf(requestIds: readonly unknown[]): Promise<Body[]> {
  const found: Body[] = [];
  let after: string | null = null;
  for (let page = 0; page < 3 && (page === 0 || after !== null); page += 1) {
    const events: Body = (await reader.graphql(document, { after })).data.auditEvents;
    found.push(...events.nodes);
    after = events.nodes.length === 100 ? events.pageInfo.endCursor : null;
  }
  return found.filter(({ requestId }) => requestIds.includes(requestId)).toReversed();
}
const requestIdOf = ({ headers }: Answer) => headers['x-request-id'];
const keyHeaders = (key: string) => ({ ...programHeaders(key), cookie: undefined });
const sessionHeaders = ({ cookieHeader, page }: TestClient) => ({ cookie: cookieHeader, 'x-console-page': page ?? '' });

test('DESIGN-5 each mutation of the schema has its events here, or is not an action of the permission matrix', () => {
  const type = loadSchema().getMutationType();
  const mutations = isObjectType(type) ? Object.keys(type.getFields()) : [];
  expect(
    [...Object.keys(rules), ...ofSignIn, ...ofPassword, ...withoutChange].toSorted(),
    'a mutation has a `sample` in contract/src/mutations.ts, or its events here',
  ).toEqual(mutations.toSorted());
});

const callerOf = (name: string) => (name === 'onboardOrganisation' ? 'nowhere' : 'adm');
const cases = Object.entries(rules).flatMap(([name, { isPersonal }]) =>
  (['CONSOLE', 'KEY'] as const).flatMap((way) => (way === 'KEY' && isPersonal ? [] : [[name, way] as const])),
);
if (mode === 'on')
  test.each(cases)('DESIGN-5 %s by %s leaves exactly one event for each of its actions', async (name, way) => {
    const send = await prepareMutation(system, name);
    const scopes = name === 'copyInvitationLink' ? keyScopes : nonSensitiveScopes;
    const headers = way === 'KEY' ? keyHeaders(await system.integrationKey(callerOf(name), scopes)) : {};
    const before = await system.platform.db.selectFrom('audit_entry').select('id').execute();
    const answer = await send(headers);
    expect(answer.errors).toEqual([]);
    const events = await eventsOf([requestIdOf(answer)]);
    const { email } = system.platform.users[callerOf(name)];
    const byKey = way === 'KEY';
    expect(events).toEqual(
      rules[name]?.events.map(([action, kind, field, from, to = expect.any(String)]) => ({
        ...{ requestId: requestIdOf(answer), action, outcome: 'DONE', code: null, way },
        actor: { kind: byKey ? 'KEY' : 'PERSON', user: { email }, apiKeyName: byKey ? 'tests' : null },
        target: { kind: action === proof[0] && byKey ? 'API_KEY' : kind },
        changes: field === undefined ? [] : expect.arrayContaining([{ field, from, to }]),
      })),
    );
    const after = await system.platform.db.selectFrom('audit_entry').select('id').execute();
    expect(after.length - before.length).toBe(events.length);
  });

/** Makes room for what the next mutation is prepared with. */
async function removePrepared(): Promise<void> {
  const { db } = system.platform;
  for (const table of ['org_mapping', 'user_mapping', 'invitation', 'app_factor'] as const)
    await db.deleteFrom(table).execute();
  await db.deleteFrom('ent_usr').where('email', '=', 'invited@new.example').execute();
}

testWith('on', 'DESIGN-5 each mutation that is refused leaves exactly one event, by session and by key', async () => {
  const auditee = sessionHeaders(await system.signIn('audA'));
  // The sessions and devices are those of the Auditee.
  const assessor = sessionHeaders(await system.signIn('assA'));
  const reading = keyHeaders(await system.integrationKey('adm', ['read']));
  const sent: { name: string; way: string; requestId: unknown; code: unknown }[] = [];
  for (const [name, { isOwn }] of Object.entries(rules)) {
    await removePrepared();
    const send = await prepareMutation(system, name);
    const session = /Session|Device/.test(name) ? assessor : auditee;
    for (const [way, headers] of [...(isOwn ? [] : [['CONSOLE', session] as const]), ['KEY', reading] as const]) {
      const answer = await send(headers);
      expect([name, way, answer.code]).toEqual([name, way, expect.stringMatching(/^(FORBIDDEN|NOT_FOUND)$/)]);
      sent.push({ name, way, requestId: requestIdOf(answer), code: answer.code });
    }
  }
  const ids = sent.map(({ requestId }) => requestId);
  // The gateway reports refusals in the background.
  await expect.poll(async () => new Set((await eventsOf(ids)).map(({ requestId }) => requestId)).size).toBe(ids.length);
  const events = await eventsOf(ids);
  for (const { name, way, requestId, code } of sent) {
    const { events: done = [], isProvedFirst } = rules[name] ?? {};
    const action = done.find((event) => event !== proof)?.[0];
    const proofs = isProvedFirst && way === 'CONSOLE' ? [expect.objectContaining({ action: proof[0], way })] : [];
    expect([name, events.filter((event) => event.requestId === requestId)]).toEqual([
      name,
      [
        ...proofs,
        expect.objectContaining({
          ...{ action, outcome: 'REFUSED', code, way, changes: [] },
          actor: expect.objectContaining({
            user: { email: expect.stringMatching(way === 'KEY' ? /^adm/ : /^(aud|ass)a/) },
          }),
        }),
      ],
    ]);
  }
});

testWith(
  'on',
  'DESIGN-5 each step of signing in and each change of the password leaves exactly one event',
  async () => {
    const { email } = system.platform.users.mfaA;
    const tab = system.client();
    const fresh = { email, password: 'Brand-new-passw0rd', passwordConfirmation: 'Brand-new-passw0rd' };
    const token = await system.resetToken('mfaB');
    const expected: [Answer, string][] = [];
    const done = async (action: string, answer: Promise<Answer>) => {
      expected.push([await answer, action]);
      return answer;
    };
    await done('SESSION_SEND_PASSCODE', system.login(tab, 'mfaA'));
    system.platform.moveClock(31_000);
    await done('SESSION_SEND_PASSCODE', tab.graphql(sendOtpDocument, { email }));
    await done('SESSION_SIGN_IN', system.login(tab, 'mfaA', { otp: await system.passcode('mfaA') }));
    const { data } = await done('SESSION_HAND_OVER', tab.graphql(switchDocument, { id: 'auditor' }));
    const other = system.client();
    const handedOver = new URL(data.switchModule.url).searchParams.get('sessionToken');
    await done('SESSION_ADOPT', other.graphql(adoptDocument, { token: handedOver }));
    await done('SESSION_SIGN_OUT', other.graphql(logoutDocument));
    const change = { ...fresh, email: undefined, currentPassword: password };
    await done('ACCOUNT_CHANGE_PASSWORD', tab.graphql(changePasswordDocument, { input: change }));
    await done('ACCOUNT_REQUEST_RESET', tab.graphql(requestResetDocument, { email }));
    const reset = { ...fresh, email: system.platform.users.mfaB.email, token };
    await done('ACCOUNT_RESET_PASSWORD', tab.graphql(resetPasswordDocument, { input: reset }));
    for (const [answer, action] of expected) {
      expect([action, answer.errors]).toEqual([action, []]);
      expect(await eventsOf([requestIdOf(answer)])).toMatchObject([
        { action, outcome: 'DONE', changes: expect.any(Array) },
      ]);
    }
  },
);
