import { globSync, readFileSync } from 'node:fs';
import type { CodegenConfig } from '@graphql-codegen/cli';
import { buildSchema, isObjectType } from 'graphql';

/** The parent of a payload with an organisation: the organisation's id, and for each other object a function that may read it again. */
const payloadParents = Object.fromEntries(
  Object.values(buildSchema(readFileSync('schema.graphql', 'utf8')).getTypeMap()).flatMap((type) => {
    if (!isObjectType(type) || !type.name.endsWith('Payload')) return [];
    const { organisation, ...others } = type.getFields();
    if (!organisation || !Object.values(others).every((field) => isObjectType(field.type))) return [];
    const functions = Object.values(others).map(
      (field) => `${field.name}(): Promise<Awaited<ResolversTypes['${field.type}']> | null>`,
    );
    return [[type.name, `{ ${['organisationId: string | null', ...functions].join('; ')} }`]];
  }),
);

/** Parsing the others as well would take a quarter of the time. */
const withDocuments = globSync('web/src/**/*.{ts,tsx}', { exclude: ['web/src/gql/**', '**/*.test.{ts,tsx}'] }).filter(
  (path) => readFileSync(path, 'utf8').includes('graphql('),
);

const config: CodegenConfig = {
  schema: 'schema.graphql',
  ignoreNoDocuments: true,
  generates: {
    'contract/src/generated/schema-types.ts': {
      plugins: ['typescript'],
      config: {
        scalars: { DateTime: 'string', ID: { input: 'string | number', output: 'string' }, Upload: 'never' },
        avoidOptionals: { field: true },
        inputMaybeValue: 'T | null | undefined',
        skipTypename: true,
        enumType: 'string-literal',
        enumsAsTypes: true,
        useTypeImports: true,
        strictScalars: true,
      },
    },
    'gateway/src/generated/resolvers-types.ts': {
      plugins: ['typescript', 'typescript-resolvers'],
      config: {
        contextType: '../core/context.ts#Context',
        mappers: {
          ...payloadParents,
          Viewer: '../session/login-results.ts#ViewerParent',
          Lookups: 'Record<PropertyKey, never>',
          LoginResult: '../session/login-results.ts#LoginOutcome',
          AdoptResult: '../session/login-results.ts#AdoptOutcome',
          SingleSignOnResult: '../session/login-results.ts#SingleSignOnOutcome',
          CompleteSingleSignOnTestPayload: '../session/login-results.ts#SingleSignOnTestResult',
          Role: '../product-api/reads.ts#RoleParent',
          User: '../product-api/shape.ts#UserBody',
          Organisation: '../product-api/shape.ts#OrganisationBody',
          UserDuties: '../specified/user-duties.ts#DutiesBody',
          UserConnection: '../product-api/paging.ts#UserConnectionParent',
          OrganisationConnection: '../product-api/paging.ts#OrganisationConnectionParent',
          CreateOrganisationPayload: '../organisations/organisation-result.ts#OrganisationCreationResult',
          UpdateOrganisationPayload: '../organisations/organisation-result.ts#OrganisationResult',
          EnableOrganisationPayload: '../organisations/organisation-result.ts#OrganisationResult',
          DisableOrganisationPayload: '../organisations/organisation-result.ts#OrganisationResult',
          ChangeOrganiserPayload: '../organisations/organisation-result.ts#OrganisationResult',
          OnboardOrganisationPayload: '../organisations/organisation-result.ts#OnboardingResult',
          NominateSeniorManagerPayload: '../organisations/organisation-result.ts#NominationResult',
          Config: '../specified/config.ts#ConfigBody',
          Overview: '../specified/overview.ts#OverviewParent',
          ApiKey: '../keys/api-key.ts#ApiKeyBody',
          ApiKeyRequestConnection: '../keys/key-requests.ts#KeyRequestConnectionParent',
          Invitation: '../specified/invitation.ts#InvitationBody',
          InvitationConnection: '../specified/invitation.ts#InvitationConnectionParent',
          AuditEvent: '../audit/audit-event.ts#AuditEventBody',
          AuditActor: '../audit/audit-event.ts#AuditEventBody',
          AuditTarget: '../audit/audit-event.ts#AuditEventBody',
          AuditChange: 'unknown',
          AuditEventConnection: '../audit/audit-event.ts#AuditEventConnectionParent',
          Assessment: '../assessments/assessment.ts#AssessmentBody',
          AssessmentConnection: '../assessments/assessment.ts#AssessmentConnectionParent',
          FieldProblem: '../base/errors.ts#FieldError',
          UserUploadPreview: '../users/user-upload-rows.ts#UserUploadPreviewParent',
          UserUploadRow: '../users/user-upload-rows.ts#UploadRow',
          UserUploadProblem: '@console/contract/user-file/user-file#RowProblem',
          DeactivateUserPayload: '../core/payloads.ts#UserResult',
          CreateUserPayload: '../core/payloads.ts#CreatedUserResult',
          UploadUsersPayload: '../users/user-upload-rows.ts#UserUploadResult',
          MappingEdge: '../specified/mapping-shapes.ts#MappingEdgeParent',
          Mapping: '../specified/mapping-shapes.ts#MappingNode',
          InviteOrganisationPayload: '../mappings/mapping-result.ts#MappingResult',
          ExternalUser: '../external-users/external-user-result.ts#ExternalUserParent',
          InviteExternalUserPayload: '../external-users/external-user-result.ts#ExternalUserInviteResult',
          AcceptMappingPayload: '../mappings/mapping-result.ts#MappingResult',
          RejectMappingPayload: '../mappings/mapping-result.ts#MappingResult',
          EndMappingPayload: '../mappings/mapping-result.ts#MappingResult',
          WithdrawMappingPayload: '../mappings/mapping-result.ts#MappingResult',
        },
        scalars: {
          DateTime: 'string',
          ID: { input: 'string', output: 'string | number' },
          Upload: '../core/uploads/read-upload.ts#UploadArgument',
        },
        enumType: 'string-literal',
        enumsAsTypes: true,
        useTypeImports: true,
        importExtension: '.ts',
        strictScalars: true,
        useIndexSignature: true,
      },
    },
    'web/src/gql/': {
      preset: 'client',
      documents: withDocuments,
      // Masking is left to Apollo Client's own data masking.
      // The manifest of the console's own operations, which the gateway reads.
      presetConfig: { fragmentMasking: false, persistedDocuments: true },
      config: {
        scalars: { DateTime: 'string', ID: 'string', Upload: 'File' },
        strictScalars: true,
        enumsAsTypes: true,
        useTypeImports: true,
        importExtension: '.ts',
        inlineFragmentTypes: 'mask',
        customDirectives: { apolloUnmask: true },
      },
    },
  },
};
export default config;
