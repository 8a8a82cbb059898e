import { addAssessments } from '@console/platform/testing/assessments';
import type { OrgName } from '@console/platform/testing/fixtures';
import type { TestSystem } from './system.ts';

/** All fields of an assessment. */
export const assessmentFields = `id guid title modelTitle description auditType status assessorName auditeeName startDate endDate actualStartDate
  actualEndDate createdAt overdue editUrl viewerCanChangeStatus
  progress { responsePending responseCompleted evaluationPending evaluationCompleted totalControls }`;

export const updateSsoDocument = `mutation Save($input: UpdateSsoInput!) {
  updateSso(input: $input) { sso { id clientId tenantId secretSet } organisation { id sso { id clientId secretSet } } }
}`;
export const updateConfigDocument = `mutation Save($input: UpdateConfigInput!) {
  updateConfig(input: $input) {
    config { id notificationFrequency otpRequired userLimit } organisation { id userLimit userLimitText config { userLimit } }
  }
}`;

/** The calls that the tabs of an organisation make. */
export const tabPaths = {
  me: '/tasks/api_user_detail',
  detail: '/consoles/org_detail',
  tabs: '/consoles/specific_org_details',
  assessment: '/consoles/asmt_detail',
  setStatus: '/consoles/update_asmt_state',
  sso: '/consoles/get_sso',
  saveSso: '/consoles/update_adfs',
  saveConfig: '/consoles/update_config',
} as const;

export const goodSso = (organisationId: string | number, more: object = {}) => ({
  organisationId,
  clientId: 'client-1',
  tenantId: 'tenant-1',
  ...more,
});
export const goodConfig = (organisationId: string | number, more: object = {}) => ({
  organisationId,
  notificationFrequency: 'Weekly',
  otpRequired: false,
  userLimit: 50,
  ...more,
});

/** Adds assessments of an organisation; returns their ids as strings. */
export const assessmentsOf = async (
  { platform }: TestSystem,
  org: OrgName,
  rows: Parameters<typeof addAssessments>[2],
): Promise<string[]> => (await addAssessments(platform.db, platform.orgs[org], rows)).map(String);
