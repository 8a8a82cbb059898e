import { buildSchema, isObjectType } from 'graphql';
import { organisationFields } from '../../contract/src/fields/organisation-fields.ts';
import { personFields } from '../../contract/src/fields/person-fields.ts';
import type { Body } from './product-api.ts';

const personNames = Object.entries(personFields).map(([wire, { name }]) => [`User.${name}`, wire]);
const organisationNames = Object.entries(organisationFields).flatMap(([wire, { name }]) =>
  ['Organisation', 'OrganisationRef', 'Facility'].map((type) => [`${type}.${name}`, wire]),
);

/** Fields with a name in the product API that is not their schema name in snake case. */
const otherNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...personNames, ...organisationNames]),
  'Organisation.organiser': 'organizer',
  'Organisation.activeUserCount': 'active_users_count',
  'OrganisationCounts.pendingAssessments': 'pending_asmts_count',
  'OrganisationCounts.completedAssessments': 'complete_asmts_count',
  'OrganisationCounts.assessments': 'total_asmts_count',
  'OrganisationCounts.assessors': 'auditors_count',
  'Model.allocatedAt': 'created_at',
  'User.organisationId': 'ent_org_id',
  'User.provisionedFields': 'scim_fields',
  'UserDuties.seniorDesignation': 'senior_post',
  'UserDuties.supervisedUserCount': 'supervised_count',
  'OverviewSignIns.never': 'never_count',
  'OverviewAssessmentDetails.undated': 'undated_count',
  'UserSecurity.identityProvider': 'provider_link',
  'UserSecurity.rememberedDevices': 'devices',
  'Assessment.status': 'audit_status',
  'AssessmentProgress.totalControls': 'total_cntrls_count',
};
const countTypes = ['OrganisationCounts', 'AssessmentProgress'];

export const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Resolvers of the fields that have another name in the product API, by type. */
export const renamedFields = (typeDefs: string): Record<string, Record<string, (body: Body) => unknown>> =>
  Object.fromEntries(
    Object.values(buildSchema(typeDefs).getTypeMap())
      .filter(isObjectType)
      .map((type) => {
        const readers = Object.keys(type.getFields()).flatMap((field) => {
          const inSnakeCase = `${snakeCase(field)}${countTypes.includes(type.name) ? '_count' : ''}`;
          const name = otherNames[`${type}.${field}`] ?? inSnakeCase;
          return name === field ? [] : [[field, (body: Body) => body[name] ?? body[field]] as const];
        });
        return [type.name, Object.fromEntries(readers)];
      }),
  );
