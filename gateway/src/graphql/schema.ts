import { schemaDocument } from '@console/contract/schema-shapes';
import { makeExecutableSchema } from '@graphql-tools/schema';
import { type GraphQLFieldResolver, GraphQLScalarType, type GraphQLSchema, getNamedType, isUnionType } from 'graphql';
import { GraphQLUpload } from 'graphql-upload-minimal';
import { accountResolvers } from '../account/account.resolvers.ts';
import { assessmentsResolvers } from '../assessments/assessments.resolvers.ts';
import { auditResolvers } from '../audit/audit.resolvers.ts';
import { bulkResolvers } from '../bulk/bulk.resolvers.ts';
import { configResolvers } from '../config/config.resolvers.ts';
import type { Context } from '../core/context.ts';
import { externalUsersResolvers } from '../external-users/external-users.resolvers.ts';
import { invitationsResolvers } from '../invitations/invitations.resolvers.ts';
import { keysResolvers } from '../keys/keys.resolvers.ts';
import { lookupsResolvers } from '../lookups/lookups.resolvers.ts';
import { mappingsResolvers } from '../mappings/mappings.resolvers.ts';
import { organisationMutationsResolvers } from '../organisations/organisation-mutations.resolvers.ts';
import { organisationPermissionsResolvers } from '../organisations/organisation-permissions.resolvers.ts';
import { organisationSettingsResolvers } from '../organisations/organisation-settings.resolvers.ts';
import { organisationsResolvers } from '../organisations/organisations.resolvers.ts';
import { overviewResolvers } from '../overview/overview.resolvers.ts';
import { passkeysResolvers } from '../passkeys/passkeys.resolvers.ts';
import { pendingResolvers } from '../pending/pending.resolvers.ts';
import { erasureResolvers } from '../privacy/erasure.resolvers.ts';
import { personDataResolvers } from '../privacy/person-data.resolvers.ts';
import { provisioningResolvers } from '../provisioning/provisioning.resolvers.ts';
import { reviewsResolvers } from '../reviews/reviews.resolvers.ts';
import { securityResolvers } from '../security/security.resolvers.ts';
import { sessionResolvers } from '../session/session.resolvers.ts';
import { ssoResolvers } from '../sso/sso.resolvers.ts';
import { handOverResolvers } from '../users/hand-over.resolvers.ts';
import { provisionedUserResolvers } from '../users/provisioned-users.resolvers.ts';
import { setActiveResolvers } from '../users/set-active.resolvers.ts';
import { userMutationsResolvers } from '../users/user-mutations.resolvers.ts';
import { userPermissionsResolvers } from '../users/user-permissions.resolvers.ts';
import { userUploadResolvers } from '../users/user-upload.resolvers.ts';
import { usersResolvers } from '../users/users.resolvers.ts';
import { webhooksResolvers } from '../webhooks/webhooks.resolvers.ts';
import { exportsResolvers } from './exports.resolvers.ts';
import { requestScope } from './format-error.ts';
import { withKeyScopeChecks } from './key-scopes.ts';

interface SignInArgs {
  input?: { email?: unknown };
}

/** Notes for the line of the request how a step of signing in ended, whichever mutation it is. */
function withSignInRecords(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const type = getNamedType(field.type);
    if (!isUnionType(type) || !type.getTypes().some(({ name }) => name === 'LoginSuccess')) continue;
    const resolve = field.resolve as GraphQLFieldResolver<unknown, Context, SignInArgs>;
    field.resolve = async (...given) => {
      const log = requestScope.getStore()?.operationLog;
      if (log) log.signIn = field.name;
      if (log && isOfProbe(given[1], given[2])) log.isProbe = true;
      const result = (await resolve(...given)) as { __typename: string };
      if (!log) return result;
      log.signInResult = result.__typename;
      const [, , { session }] = given;
      if (result.__typename === 'LoginSuccess') log.accountId = session.current?.uid;
      return result;
    };
  }
  return schema;
}

const isOfProbe = ({ input }: SignInArgs, { services }: Context): boolean =>
  typeof input?.email === 'string' && input.email.trim().toLowerCase() === services.settings.probeEmail;

export const sdlFile = new URL('../../../schema.graphql', import.meta.url);

// The package's scalar would lose the schema's `@specifiedBy`.
const upload = new GraphQLScalarType({
  ...GraphQLUpload.toConfig(),
  specifiedByURL: 'https://github.com/jaydenseric/graphql-multipart-request-spec',
});

let loaded: GraphQLSchema | undefined;

export function loadSchema(): GraphQLSchema {
  loaded ??= withSignInRecords(makeSchema());
  return loaded;
}

const makeSchema = (): GraphQLSchema =>
  withKeyScopeChecks(
    makeExecutableSchema({
      typeDefs: schemaDocument,
      resolvers: [
        { Upload: upload },
        sessionResolvers,
        accountResolvers,
        organisationsResolvers,
        organisationMutationsResolvers,
        organisationPermissionsResolvers,
        usersResolvers,
        userMutationsResolvers,
        setActiveResolvers,
        provisioningResolvers,
        reviewsResolvers,
        organisationSettingsResolvers,
        userUploadResolvers,
        userPermissionsResolvers,
        mappingsResolvers,
        externalUsersResolvers,
        assessmentsResolvers,
        ssoResolvers,
        configResolvers,
        lookupsResolvers,
        keysResolvers,
        webhooksResolvers,
        handOverResolvers,
        provisionedUserResolvers,
        auditResolvers,
        securityResolvers,
        passkeysResolvers,
        invitationsResolvers,
        exportsResolvers,
        erasureResolvers,
        personDataResolvers,
        overviewResolvers,
        pendingResolvers,
        bulkResolvers,
      ],
      resolverValidationOptions: { requireResolversToMatchSchema: 'error' },
    }),
  );
