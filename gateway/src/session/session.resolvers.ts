import { scopeOf } from '@console/contract/access';
import type { Context } from '../context.ts';
import { failure } from '../errors.ts';
import type { Resolvers } from '../generated/resolvers-types.ts';
import { readCurrentUser, readOrganisation, roleOf } from '../product-api/reads.ts';
import { idOf } from '../product-api/shape.ts';
import { endSession } from './check.ts';
import { accountOf, needsPasscode, readWaiting, requireOwnPage } from './sign-in.ts';
import { resendSpecOnly, signInSpecOnly } from './sign-in-spec-only.ts';
import { resendWithAttempt, signInOver, signInWithAttempt } from './sign-in-with-attempt.ts';

export const sessionResolvers: Resolvers = {
  Query: {
    viewer: async (_root, _args, { api }) => (api.key === null ? null : { user: await readCurrentUser(api) }),

    async multiFactor(_root, { email }, context) {
      const { settings, limits } = context.services;
      if (settings.strictSignIn) return 'DISABLED';
      await limits.check(context.call.clientAddress, accountOf(email));
      const needed = await needsPasscode(context, email.trim());
      if (needed === null) return 'USER_NOT_FOUND';
      return needed ? 'ENABLED' : 'DISABLED';
    },
  },

  Mutation: {
    async login(_root, { input }, context) {
      const page = requireOwnPage(context);
      const account = accountOf(input.email);
      const signIn = {
        context,
        email: input.email.trim(),
        account,
        password: input.password,
        otp: input.otp?.trim() || null,
        page,
        waiting: await readWaiting(context, account, page),
      };
      return (await hasExtensions(context)) ? signInWithAttempt(signIn) : signInSpecOnly(signIn);
    },

    async sendOtp(_root, { email }, context) {
      const waiting = await readWaiting(context, accountOf(email), requireOwnPage(context));
      if (waiting === null) throw signInOver();
      const resendIn = waiting.attempt
        ? await resendWithAttempt(context, email.trim(), waiting.attempt)
        : await resendSpecOnly(context, email.trim());
      return { resendIn };
    },

    logout(_root, _args, { services, session, call }) {
      if (session.bearer) throw failure('FORBIDDEN', 'An API key does not sign out: it ends by being revoked');
      if (session.current) endSession(services, session.current, call);
      if (session.current) session.drop();
      return { viewer: null };
    },
  },

  Viewer: {
    organisation({ user }, _args, { api }) {
      const id = idOf(user.ent_org_id);
      return id === null ? null : readOrganisation(api, id);
    },
    can({ user }) {
      // Somebody without an organisation sees the organisation screen only, whatever the role (SPEC 6).
      const role = idOf(user.ent_org_id) === null ? null : roleOf(user);
      return {
        listOrganisations: scopeOf(role, 'organisations:list') !== null,
        viewUsers: scopeOf(role, 'users:view') !== null,
        viewSso: scopeOf(role, 'sso:view') !== null,
      };
    },
  },
};

const hasExtensions = ({ services, call }: Context): Promise<boolean> => services.capabilities.extensions(call);
