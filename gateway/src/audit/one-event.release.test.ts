import { keyScopes, nonSensitiveScopes } from '@console/contract/key-scopes';
import { type MutationName, mutationNames, mutationOf } from '@console/contract/mutations';
import { beforeEach, expect, test } from 'vitest';
import type { Answer, TestClient } from '../testing/client.ts';
import {
  adoptDocument,
  changePasswordDocument,
  programHeaders,
  requestResetDocument,
  resetPasswordDocument,
  switchDocument,
} from '../testing/documents.ts';
import { prepareMutation, sampleOf } from '../testing/samples/all.ts';
import type { Change } from '../testing/samples/sample.ts';
import { logoutDocument, mode, password, sendOtpDocument, testWith, useTestSystem } from '../testing/system.ts';

const system = useTestSystem({ settings: { GATEWAY_SECRET: 'secret-of-gateway-and-platform-0123456789' } });

/** An event as a tuple: its action, its target, and a field that it changes. */
type Event = readonly [action: string, ...change: Change];

const proof: Event = ['ACCOUNT_PROVE_PASSWORD', 'SESSION'];

/** The schema's name of an action: `USERS_EDIT` for `users:edit`. */
const enumValueOf = (action: string) => action.replace(/[:A-Z]/g, (at) => (at === ':' ? '_' : `_${at}`)).toUpperCase();

/** Events that a mutation writes to the activity log: one for each of its actions. The console sends some actions together. */
function eventsOfMutation(name: MutationName): readonly Event[] {
  const { args = {}, changes, done, also = [] } = sampleOf(name);
  const { event } = mutationOf(name);
  if (!event || !changes) return [];
  const proofs = JSON.stringify(args).includes('"{password}"') ? [proof] : [];
  return [...proofs, [done ?? enumValueOf(event), ...changes], ...also];
}
const recorded = mutationNames.filter((name) => eventsOfMutation(name).length > 0);

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

const callerOf = (name: string) => (name === 'onboardOrganisation' ? 'nowhere' : 'adm');
const cases = recorded.flatMap((name) =>
  (['CONSOLE', 'KEY'] as const).flatMap((way) =>
    way === 'KEY' && mutationOf(name).scopes.length === 0 ? [] : [[name, way] as const],
  ),
);
if (mode === 'on')
  test.each(cases)('DESIGN-5 %s by %s leaves exactly one event for each of its actions', async (name, way) => {
    const send = await prepareMutation(system, name, 'once');
    const scopes = name === 'copyInvitationLink' ? keyScopes : nonSensitiveScopes;
    const headers = way === 'KEY' ? keyHeaders(await system.integrationKey(callerOf(name), scopes)) : {};
    const before = await system.platform.db
      .selectFrom('audit_entry')
      .select('id')
      .where('via', '<>', 'system')
      .execute();
    const answer = await send(headers);
    expect(answer.errors).toEqual([]);
    const events = await eventsOf([requestIdOf(answer)]);
    const { email } = system.platform.users[callerOf(name)];
    const byKey = way === 'KEY';
    expect(events).toEqual(
      eventsOfMutation(name).map(([action, kind, field, from, to = expect.any(String)]) => ({
        requestId: requestIdOf(answer),
        action,
        outcome: 'DONE',
        code: null,
        way,
        actor: { kind: byKey ? 'KEY' : 'PERSON', user: { email }, apiKeyName: byKey ? 'tests' : null },
        target: { kind: action === proof[0] && byKey ? 'API_KEY' : kind },
        changes: field === undefined ? [] : expect.arrayContaining([{ field, from, to }]),
      })),
    );
    const after = await system.platform.db
      .selectFrom('audit_entry')
      .select('id')
      .where('via', '<>', 'system')
      .execute();
    expect(after.length - before.length).toBe(events.length);
  });

testWith('on', 'DESIGN-5 each mutation that is refused leaves exactly one event, by session and by key', async () => {
  const auditee = sessionHeaders(await system.signIn('audA'));
  const reading = keyHeaders(await system.integrationKey('adm', ['read']));
  const sent: { name: MutationName; way: string; requestId: unknown; code: unknown }[] = [];
  for (const name of recorded) {
    const send = await prepareMutation(system, name);
    const bySession = sampleOf(name).isOwn ? [] : [['CONSOLE', auditee] as const];
    for (const [way, headers] of [...bySession, ['KEY', reading] as const]) {
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
    const { isProvedFirst } = sampleOf(name);
    const action = enumValueOf(mutationOf(name).event ?? '');
    const proofs = isProvedFirst && way === 'CONSOLE' ? [expect.objectContaining({ action: proof[0], way })] : [];
    expect([name, events.filter((event) => event.requestId === requestId)]).toEqual([
      name,
      [
        ...proofs,
        expect.objectContaining({
          action,
          outcome: 'REFUSED',
          code,
          way,
          changes: [],
          actor: expect.objectContaining({
            user: { email: expect.stringMatching(way === 'KEY' ? /^adm/ : /^auda/) },
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
    // Otherwise the module alone could redeem it.
    await system.platform.db.updateTable('handover_token').set({ module_id: 'console' }).execute();
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
