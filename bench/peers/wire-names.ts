import { buildSchema, isObjectType } from 'graphql';
import type { Body } from './rest.ts';

/** Fields with another name in the product API than their own in snake case. */
const otherNames: Readonly<Record<string, string>> = {
  'Organisation.brandName': 'brandname',
  'Organisation.legalName': 'legalname',
  'Organisation.organiser': 'organizer',
  'Organisation.activeUserCount': 'active_users_count',
  'OrganisationCounts.pendingAssessments': 'pending_asmts_count',
  'OrganisationCounts.completedAssessments': 'complete_asmts_count',
  'OrganisationCounts.assessments': 'total_asmts_count',
  'OrganisationCounts.models': 'models_count',
  'OrganisationCounts.assessors': 'auditors_count',
  'OrganisationCounts.auditees': 'auditees_count',
  'OrganisationRef.brandName': 'brandname',
  'Model.allocatedAt': 'created_at',
  'User.firstName': 'firstname',
  'User.lastName': 'lastname',
  'User.supervisorEmail': 'supervisor',
  'User.department': 'department_name',
  'User.organisationId': 'ent_org_id',
  'UserSecurity.rememberedDevices': 'devices',
  'Assessment.status': 'audit_status',
  'AssessmentProgress.responsePending': 'response_pending_count',
  'AssessmentProgress.responseCompleted': 'response_completed_count',
  'AssessmentProgress.evaluationPending': 'evaluation_pending_count',
  'AssessmentProgress.evaluationCompleted': 'evaluation_completed_count',
  'AssessmentProgress.totalControls': 'total_cntrls_count',
};

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Resolvers of the fields that have another name in the product API, by type. */
export const renamedFields = (typeDefs: string): Record<string, Record<string, (body: Body) => unknown>> =>
  Object.fromEntries(
    Object.values(buildSchema(typeDefs).getTypeMap())
      .filter(isObjectType)
      .map((type) => {
        const readers = Object.keys(type.getFields()).flatMap((field) => {
          const name = otherNames[`${type}.${field}`] ?? snakeCase(field);
          return name === field ? [] : [[field, (body: Body) => body[name] ?? body[field]] as const];
        });
        return [type.name, Object.fromEntries(readers)];
      }),
  );
