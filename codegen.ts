import type { CodegenConfig } from '@graphql-codegen/cli';

const config: CodegenConfig = {
  schema: 'schema.graphql',
  ignoreNoDocuments: true,
  generates: {
    'gateway/src/generated/resolvers-types.ts': {
      plugins: ['typescript', 'typescript-resolvers'],
      config: {
        contextType: '../context.ts#Context',
        mappers: {
          Viewer: '../session/outcomes.ts#ViewerParent',
          Lookups: 'Record<PropertyKey, never>',
          LoginResult: '../session/outcomes.ts#Outcome',
          AdoptResult: '../session/outcomes.ts#AdoptOutcome',
          User: '../product-api/shape.ts#UserBody',
          Organisation: '../product-api/shape.ts#OrganisationBody',
          UserConnection: '../product-api/paging.ts#UserConnectionParent',
          OrganisationConnection: '../product-api/paging.ts#OrganisationConnectionParent',
          CreateUserPayload: '../users/acted-user.ts#ActedUser',
          UpdateUserPayload: '../users/acted-user.ts#ActedUser',
          ActivateUserPayload: '../users/acted-user.ts#ActedUser',
          DeactivateUserPayload: '../users/acted-user.ts#ActedUser',
          CreateOrganisationPayload: '../organisations/acted-organisation.ts#CreatedOrganisation',
          UpdateOrganisationPayload: '../organisations/acted-organisation.ts#ActedOrganisation',
          EnableOrganisationPayload: '../organisations/acted-organisation.ts#ActedOrganisation',
          DisableOrganisationPayload: '../organisations/acted-organisation.ts#ActedOrganisation',
          ChangeOrganiserPayload: '../organisations/acted-organisation.ts#ActedOrganisation',
          OnboardOrganisationPayload: '../organisations/acted-organisation.ts#Onboarded',
          NominateSeniorManagerPayload: '../organisations/acted-organisation.ts#Nominated',
          Assessment: '../assessments/assessment.ts#AssessmentBody',
          AssessmentConnection: '../assessments/assessment.ts#AssessmentConnectionParent',
          ChangeAssessmentStatusPayload: '../assessments/assessment.ts#ActedAssessment',
          UpdateSsoPayload: '../sso/sso.ts#ActedSso',
          UpdateConfigPayload: '../config/config.ts#ActedConfig',
          UploadUsersPayload: '../users/user-upload-rows.ts#UploadOutcome',
          InviteOrganisationPayload: '../mappings/acted-mapping.ts#ActedMapping',
          InviteExternalUserPayload: '../mappings/acted-mapping.ts#InvitedExternalUser',
          AcceptMappingPayload: '../mappings/acted-mapping.ts#ActedMapping',
          RejectMappingPayload: '../mappings/acted-mapping.ts#ActedMapping',
          MapExternalUserPayload: '../mappings/acted-mapping.ts#ActedExternalUser',
        },
        scalars: {
          DateTime: 'string',
          ID: { input: 'string', output: 'string | number' },
          Upload: '../uploads/read-upload.ts#UploadArgument',
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
      documents: ['web/src/**/*.{ts,tsx}', '!web/src/gql/**', '!web/src/**/*.test.{ts,tsx}'],
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
