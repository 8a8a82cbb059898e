import { type Action, effectiveRole, scopeOf } from '@console/contract/access';
import { calls } from '@console/contract/calls/all';
import { passkeysCalls } from '@console/contract/calls/passkeys';
import type { currentEntUsr } from '@console/contract/current-user';
import type { SignInRefusal } from '@console/contract/errors';
import { textProblem, verbatimTextProblem } from '@console/contract/fields/text-rules';
import { encryptMaxLength, maxPasskeyResponseLength } from '@console/contract/rules';
import { viewerPermissions } from '@console/contract/viewer-actions';
import { unixSeconds } from '../base/clock.ts';
import { failure, invalid } from '../base/errors.ts';
import { siblingModulesFor } from '../base/suite-modules.ts';
import { recordRefusal, recordsRefusals } from '../core/audit-refusal.ts';
import { anonymousCallContext, type Context } from '../core/context.ts';
import { assertValid, at, checkName } from '../core/input-checks.ts';
import { readAttemptAccount } from '../core/known-device.ts';
import { payloadOrganisation } from '../core/payloads.ts';
import { selectsField } from '../core/selects-field.ts';
import type { Resolvers } from '../generated/resolvers-types.ts';
import { ApiFailure, incompleteResponse } from '../product-api/errors.ts';
import { readOrganisation, readPerson, requireKey } from '../product-api/reads.ts';
import { idOf, integerOf, type Raw, roleOf, textOf } from '../product-api/shape.ts';
import { supportsCall } from '../specified/extension-calls.ts';
import { readCallersOrganisation } from '../specified/organisations.ts';
import { findProviderSignOutUrl, readProviderSignOut } from '../specified/provider-sign-out.ts';
import { readRequiredFactor } from '../specified/required-factor.ts';
import { adoptSession } from './adopt-session.ts';
import { confirmWithSingleSignOn, startSingleSignOnConfirmation } from './confirm-with-single-sign-on.ts';
import { type LoginOutcome, outcomeOf, refusalOf, type ViewerParent } from './login-results.ts';
import {
  pendingPasscodeOfAnyPage,
  pendingPasscodeOfPage,
  readPendingStep,
  revokeReplacedHandover,
} from './pending-step.ts';
import { needsPasscode, normaliseEmail, requirePageSecretHash, startAnsweredSession } from './sign-in.ts';
import { resendPasscodeToEmail, signInPasscodeFirst } from './sign-in-passcode-first.ts';
import { resendPasscodeOfAttempt, signInExpiredError, signInPasswordFirst } from './sign-in-password-first.ts';
import {
  completeSingleSignOn,
  confirmSingleSignOn,
  continueSingleSignOn,
  singleSignOnMode,
  startSingleSignOn,
} from './single-sign-on.ts';
import { moduleSwitchUrl } from './switch-module.ts';
import { completeSingleSignOnTest, startSingleSignOnTest } from './test-by-signing-in.ts';

const reasons: Partial<Record<LoginOutcome['__typename'], SignInRefusal | 'USER_NOT_FOUND'>> = {
  InvalidOtp: 'INVALID_OTP',
  InvalidCredentials: 'INVALID_CREDENTIALS',
  UserNotFound: 'USER_NOT_FOUND',
  UserDisabled: 'USER_INACTIVE',
  OrganisationDisabled: 'ORG_INACTIVE',
  SingleSignOnRequired: 'SINGLE_SIGN_ON_REQUIRED',
  AddressNotAllowed: 'ADDRESS_NOT_ALLOWED',
};

/** Records a failed sign-in unless the product API did: ours does not fail for an unknown email before the password. */
async function recordFailedSignIn(context: Context, { __typename }: LoginOutcome, email: string): Promise<void> {
  const reason = reasons[__typename];
  if (!reason) return;
  const isRecorded = __typename !== 'UserNotFound' && (await recordsRefusals(context.services, context.call));
  if (!isRecorded) recordRefusal(context, { action: 'login', reason, email });
}

export const sessionResolvers: Resolvers = {
  Query: {
    viewer: (_root, _args, context, info) =>
      context.api.key === null ? null : readViewer(context, selectsField(info, 'organisation')),

    async multiFactor(_root, { email }, context) {
      const { settings, limits } = context.services;
      if (settings.strictSignIn) return 'DISABLED';
      await limits.consumeEmailCheck(await readAttemptAccount(context, normaliseEmail(email)));
      const needed = await needsPasscode(context, email.trim());
      if (needed === null) return 'USER_NOT_FOUND';
      return needed ? 'ENABLED' : 'DISABLED';
    },

    singleSignOn: (_root, { email }, context) => singleSignOnMode(context, email),
  },

  Mutation: {
    startSingleSignOn: (_root, { input }, context) => startSingleSignOn(context, input),

    continueSingleSignOn: (_root, _args, context) => continueSingleSignOn(context),
    completeSingleSignOn: (_root, { input }, context) => completeSingleSignOn(context, input),

    confirmSingleSignOn: (_root, { input }, context) => confirmSingleSignOn(context, input.token),
    startSingleSignOnConfirmation: (_root, _args, context) => startSingleSignOnConfirmation(context),

    confirmWithSingleSignOn: (_root, { input }, context) => confirmWithSingleSignOn(context, input),

    startSingleSignOnTest: (_root, { input }, context) => startSingleSignOnTest(context, input.organisationId),

    completeSingleSignOnTest: (_root, { input }, context) => completeSingleSignOnTest(context, input),

    async login(_root, { input }, context) {
      const pageSecretHash = requirePageSecretHash(context);
      const email = normaliseEmail(input.email);
      const pending = await readPendingStep(context);
      const enteredEmail = input.email.trim();
      const otp = input.otp?.trim() || null;
      assertValid(
        at('email', textProblem(email)),
        at('password', verbatimTextProblem(input.password)),
        at('otp', textProblem(otp ?? '')),
      );
      const signIn = {
        context,
        email,
        enteredEmail,
        password: input.password,
        otp,
        remembersDevice: input.rememberDevice !== false,
        pageSecretHash,
        account: await readAttemptAccount(context, email),
        pendingPasscode:
          otp === null
            ? pendingPasscodeOfAnyPage(context, pending, email)
            : pendingPasscodeOfPage(context, pending, email, pageSecretHash),
        // Both ways of signing in start with this call, because its response announces the extensions.
        needsPasscode: otp === null ? await needsPasscode(context, enteredEmail) : true,
      };
      // The first step asks again: a product API without extensions must not get the password before the passcode.
      const hasAttempts = (otp !== null && signIn.pendingPasscode?.attempt) || (await context.supports('extensions'));
      const outcome = await (hasAttempts ? signInPasswordFirst(signIn) : signInPasscodeFirst(signIn));
      revokeReplacedHandover(context, pending);
      await recordFailedSignIn(context, outcome, email);
      return outcome;
    },

    async sendOtp(_root, { email }, context) {
      const pageSecretHash = requirePageSecretHash(context);
      const pending = pendingPasscodeOfPage(
        context,
        await readPendingStep(context),
        normaliseEmail(email),
        pageSecretHash,
      );
      if (pending === null) throw signInExpiredError();
      const resendIn = pending.attempt
        ? await resendPasscodeOfAttempt(context, email.trim(), pending.attempt)
        : await resendPasscodeToEmail(context, email.trim());
      context.session.setPendingStep({ ...pending, sentAt: unixSeconds(context.services.clock()) });
      return { resendIn };
    },

    startPasskeySignIn: async (_root, _args, context) => ({
      options: await startPasskeySignIn(context, requirePageSecretHash(context)),
    }),

    signInWithPasskey: async (_root, { input: { response } }, context) =>
      signInWithPasskey(context, requirePageSecretHash(context), response),

    async logout(_root, { input }, context) {
      const { session, call } = context;
      if (session.isBearer)
        throw failure('FORBIDDEN', 'You cannot use an API key to sign out. Revoke the key instead.');
      const providerUrl = input?.atProvider ? await findProviderSignOutUrl(context) : null;
      session.revoke(call);
      return { viewer: null, providerUrl };
    },

    adoptSession: (_root, { token, confirm }, context) =>
      adoptSession(context, requirePageSecretHash(context), { token: token ?? null, confirm }),

    switchModule: async (_root, { moduleId }, context) => ({ url: await moduleSwitchUrl(context, String(moduleId)) }),

    encrypt: async (_root, { data }, context) => ({ data: await encrypt(context, data) }),
  },

  Viewer: {
    organisation({ user, organisation }, _args, { api }) {
      const id = idOf(user.ent_org_id);
      return id === null ? null : (organisation ?? readOrganisation(api, id));
    },
    can({ user }, _args, { api }) {
      // A user without organisation only sees the organisation screen, whatever the role (SPEC 6).
      const role = idOf(user.ent_org_id) === null ? null : roleOf(user);
      const may = (action: Action) => scopeOf(effectiveRole(role, api.settings), action) !== null;
      return {
        ...viewerPermissions(may),
        onboardOrganisation: idOf(user.ent_org_id) === null,
        viewOverview: role !== null && scopeOf(effectiveRole(role, api.settings), 'overview:view') === 'any',
        viewActivity: role !== null && scopeOf(effectiveRole(role, api.settings), 'audit:view') === 'any',
      };
    },
    modules: ({ user }, _args, { api }) => siblingModulesFor(roleOf(user), api.settings),
    clientAddress: ({ user }) => textOf((user as Raw<typeof currentEntUsr>).client_address),
    pendingItemCount: ({ user }) => integerOf((user as Raw<typeof currentEntUsr>).pending_count),
    requiredFactor: ({ user }, _args, context) => readRequiredFactor(context, user),
    providerSignOut: ({ user }, _args, context) => readProviderSignOut(context, user),
  },

  CompleteSingleSignOnTestPayload: { organisation: payloadOrganisation },
};

/** REST-3, and in parallel the caller's organisation if its id is not needed. */
async function readViewer(context: Context, needsOrganisation: boolean): Promise<ViewerParent> {
  const { api } = context;
  const user = readPerson(api);
  const organisation = needsOrganisation ? readCallersOrganisation(context) : null;
  // A field reads it later; a failure before that is no unhandled rejection.
  organisation?.catch(() => undefined);
  return { user: await user, ...(organisation && { organisation }) };
}

async function requirePasskeys(context: Context): Promise<void> {
  if (!(await supportsCall(context, passkeysCalls.signInWithPasskey)))
    throw failure('CAPABILITY_UNAVAILABLE', 'The connected product API has no passkeys.');
}

/** Options for a passkey, as JSON. The browser's response is valid for the page with this secret (PROTOCOLS 2.14). */
async function startPasskeySignIn(context: Context, pageSecretHash: string): Promise<string> {
  await context.services.limits.passkeySignIns.consumeOrThrow(context.call.clientAddress);
  await requirePasskeys(context);
  const call = passkeysCalls.passkeyChallenge;
  const body = { binding: pageSecretHash };
  const answer = await context.services.productApi.call(call, { body }, anonymousCallContext(context));
  const options = textOf(answer.body.options);
  if (options === null) throw incompleteResponse(context.log, call, 'options');
  return options;
}

async function signInWithPasskey(context: Context, pageSecretHash: string, response: string): Promise<LoginOutcome> {
  assertValid(checkName('response', response.trim(), maxPasskeyResponseLength));
  await context.services.limits.passkeySignIns.consumeOrThrow(context.call.clientAddress);
  await requirePasskeys(context);
  const call = passkeysCalls.signInWithPasskey;
  const body = { binding: pageSecretHash, response };
  try {
    const answer = await context.services.productApi.call(call, { body }, anonymousCallContext(context));
    return await startAnsweredSession(context, pageSecretHash, call, answer);
  } catch (thrown) {
    const refusal = thrown instanceof ApiFailure ? refusalOf(thrown) : null;
    if (refusal === null || refusal === 'OTP_REQUIRED') throw thrown;
    return outcomeOf(refusal, thrown as ApiFailure);
  }
}

/** REST-4: the result is opaque. */
async function encrypt(context: Context, data: string): Promise<string> {
  const { api, services } = context;
  requireKey(api);
  if (data.length > encryptMaxLength)
    throw invalid([{ path: 'data', code: 'TOO_LONG', message: `must be at most ${encryptMaxLength} characters` }]);
  if (!(await context.countsAttempts())) await services.limits.encryptions.consumeOrThrow(context.limitKey);
  const text = textOf((await api.call(calls.encrypt, { body: { data } })).data);
  if (text === null) throw incompleteResponse(api.log, calls.encrypt, 'data');
  return text;
}
