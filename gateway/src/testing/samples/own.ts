import { beginSetup, firstCode, setUpApp } from '../authenticator-app-mutations.ts';
import { adoptDocument, encryptDocument } from '../documents.ts';
import { madePasskey, withPasskey } from '../passkey-mutations.ts';
import { loginDocument, logoutDocument, password } from '../system.ts';
import { goodProfile } from '../user-mutations.ts';
import { ofExtension, type Prepare, type Sample, type Samples } from './sample.ts';

const currentPassword = '{password}';
const fresh = { password: 'Brand-new-passw0rd', passwordConfirmation: 'Brand-new-passw0rd' };

/** A passkey of the caller. */
const passkey: Prepare = async (_system, _target, _org, tab) => {
  const { id } = await withPasskey(tab);
  return { passkeyId: id };
};
/** An authenticator app of the caller. */
const app: Prepare = (system, _target, _org, tab) => setUpApp(system, tab);

/** A mutation of signing in, without a caller. */
const anonymous = (args: Sample['args'], code: string | null, program: string | null = 'FORBIDDEN'): Sample => ({
  args,
  by: 'anonymous',
  changes: null,
  codes: [code, program],
});
/** A mutation in the session of its caller. */
const inSession = (args: Sample['args'], more: Sample = {}): Sample => ({ args, changes: null, ...more });
const ofFactor = (
  changes: Sample['changes'],
  prepare?: Prepare,
  args: Sample['args'] = { input: { currentPassword } },
) => inSession(args, { changes, prepare, ...(changes && { isOwn: true }) });

/** Mutations of signing in, and about the caller. */
export const ownSamples: Samples = {
  login: {
    ...anonymous({}, null),
    send: (tab, { email }, headers) => tab.graphql(loginDocument, { input: { email, password } }, { ...headers }),
    prepare: async ({ platform: { users } }) => ({ email: users.adm.email }),
  },
  sendOtp: {
    ...anonymous({ email: '{email}' }, 'TOKEN_INVALID'),
    async prepare(system, _target, _org, tab) {
      await system.login(tab, 'mfaA');
      system.platform.moveClock(60_000);
      return { email: system.platform.users.mfaA.email };
    },
  },
  logout: {
    send: (tab, _target, headers) => tab.graphql(logoutDocument, {}, { ...headers }),
    changes: null,
    codes: [null, 'FORBIDDEN'],
  },
  adoptSession: {
    ...anonymous({}, null),
    send: (tab, { token }, headers) => tab.graphql(adoptDocument, { token }, { ...headers }),
  },
  switchModule: inSession({ moduleId: 'auditor' }),
  encrypt: {
    send: (tab, _target, headers) => tab.graphql(encryptDocument, { data: 'x' }, { ...headers }),
    changes: null,
    codes: ['UNAUTHENTICATED', null],
  },
  requestPasswordReset: {
    ...anonymous({ email: '{email}' }, null, null),
    prepare: async ({ platform: { users } }) => ({ email: users.assA.email }),
  },
  resetPassword: {
    ...anonymous({ input: { ...fresh, email: '{email}', token: '{token}' } }, 'TOKEN_INVALID', 'TOKEN_INVALID'),
    async prepare(system) {
      return { email: system.platform.users.audA.email, token: await system.resetToken('audA') };
    },
  },
  updateProfile: {
    args: { input: goodProfile },
    changes: ['USER', 'firstName', 'adm', 'Ada'],
    isOwn: true,
    codes: ['UNAUTHENTICATED', null],
  },
  changePassword: inSession({ input: { ...fresh, currentPassword } }),
  startExport: inSession({ input: { list: 'ORGANISATIONS', format: 'CSV', arguments: '{}' } }),
  ...ofExtension({
    startPasskeySignIn: anonymous({}, null),
    signInWithPasskey: anonymous({ input: { response: '{response}' } }, null),
    startSingleSignOn: {
      ...anonymous({ input: { email: '{email}' } }, null),
      prepare: async ({ platform: { users } }) => ({ email: users.assA.email }),
    },
    // Only a browser that has begun a sign-in makes the call, so this one makes none.
    completeSingleSignOn: anonymous({ input: { state: 'x' } }, null),
    continueSingleSignOn: anonymous({}, null),
    confirmSingleSignOn: anonymous({ input: { token: '{token}' } }, 'TOKEN_INVALID'),
    completeSingleSignOnTest: inSession({ input: { state: 'x' } }),
    startSingleSignOnConfirmation: inSession({}),
    confirmWithSingleSignOn: inSession({ input: { state: 'x' } }),
    setPendingEmails: inSession(
      { input: { isOn: false } },
      { changes: ['USER', 'digests', 'true', 'false'], isOwn: true },
    ),
    startPasskey: ofFactor(null),
    startPasskeyConfirmation: ofFactor(null, passkey, {}),
    confirmWithPasskey: ofFactor(null, undefined, { input: { response: '{response}' } }),
    addPasskey: ofFactor(
      ['USER', 'passkey', null, 'Laptop'],
      async (_system, _target, _org, tab) => ({ response: (await madePasskey(tab)).response }),
      { input: { name: 'Laptop', response: '{response}' } },
    ),
    removePasskey: ofFactor(['USER', 'passkey', 'Laptop', null], passkey, {
      input: { id: '{passkeyId}', currentPassword },
    }),
    setUpAuthenticatorApp: ofFactor(null),
    confirmAuthenticatorApp: ofFactor(
      ['USER'],
      async (system, _target, _org, tab) => {
        const setup = await beginSetup(tab);
        return { token: setup.setupId, response: firstCode(system, setup) };
      },
      { input: { setupId: '{token}', code: '{response}' } },
    ),
    removeAuthenticatorApp: ofFactor(['USER'], app),
    renewRecoveryCodes: ofFactor(['USER'], app),
  }),
};
