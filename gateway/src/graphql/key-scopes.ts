import { type KeyScope, missingScopeText } from '@console/contract/key-scopes';
import type { GraphQLSchema } from 'graphql';
import { failure } from '../base/errors.ts';
import { readCaller } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import type { Mutation } from '../generated/resolvers-types.ts';

type Scopes = readonly KeyScope[];
type Args = { input?: Record<string, unknown> };

const users: Scopes = ['users:write'];
const organisations: Scopes = ['organisations:write'];
const mappings: Scopes = ['mappings:write'];
/** Mutations about signing in and passwords, which refuse keys themselves or need no caller. */
const none: Scopes = [];

/** The scopes that an API key needs for each mutation: those of all its calls, so that none is refused after another was made. */
const mutationScopes: Record<Exclude<keyof Mutation, '__typename'>, Scopes | ((args: Args) => Scopes)> = {
  login: none,
  sendOtp: none,
  logout: none,
  adoptSession: none,
  switchModule: none,
  encrypt: none,
  requestPasswordReset: none,
  resetPassword: none,
  changePassword: none,
  updateProfile: users,
  createUser: users,
  updateUser: users,
  activateUser: users,
  deactivateUser: users,
  previewUserUpload: none,
  uploadUsers: users,
  createOrganisation: [...organisations, ...users],
  updateOrganisation: ({ input }) => (input?.organiser ? [...organisations, ...users] : organisations),
  onboardOrganisation: [...organisations, ...users],
  enableOrganisation: organisations,
  disableOrganisation: organisations,
  changeOrganiser: organisations,
  nominateSeniorManager: users,
  inviteOrganisation: mappings,
  acceptMapping: mappings,
  rejectMapping: mappings,
  inviteExternalUser: users,
  mapExternalUser: ({ input }) => (input?.person ? [...mappings, ...users] : mappings),
  rejectExternalUser: mappings,
  changeAssessmentStatus: ['assessments:write'],
  updateSso: ['sso:write'],
  updateConfig: ['config:write'],
  createApiKey: none,
  rotateApiKey: none,
  revokeApiKey: none,
  endSession: none,
  endOtherSessions: none,
  forgetDevice: none,
  resendInvitation: users,
  revokeInvitation: users,
  copyInvitationLink: [...users, 'sensitive:write'],
  setAuditRetention: none,
};

/** Makes every mutation check the scopes of an API key before it does anything else. */
export function withKeyScopeChecks(schema: GraphQLSchema): GraphQLSchema {
  const fields = schema.getMutationType()?.getFields() ?? {};
  for (const [name, needed] of Object.entries(mutationScopes)) {
    const field = fields[name];
    const { resolve } = field ?? {};
    if (!field || !resolve || needed === none) continue;
    field.resolve = async (root, args, context: Context, info) => {
      if (context.session.isBearer) await requireScopes(context, typeof needed === 'function' ? needed(args) : needed);
      return resolve(root, args, context, info);
    };
  }
  return schema;
}

/** Throws FORBIDDEN, which names the first scope that the caller's API key lacks. */
async function requireScopes({ api }: Context, needed: Scopes): Promise<void> {
  if (api.key === null) return;
  const { keyScopes } = await readCaller(api);
  const missing = keyScopes && needed.find((scope) => !keyScopes.includes(scope));
  if (missing) throw failure('FORBIDDEN', missingScopeText(missing));
}
