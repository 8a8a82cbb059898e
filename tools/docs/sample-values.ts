import type { MutationName } from '@console/contract/mutations';

/** The value of an argument or input field in examples, by its name. */
export const values: Readonly<Record<string, unknown>> = {
  id: '1',
  userId: '3',
  organisationId: '1',
  moduleId: 'auditor',
  roleId: '5',
  designationId: 'CFO',
  setupId: '1',
  attempt: '5b0c8f0e-7d57-4d0b-9f0e-8c2f4d6a1b11',
  email: 'jane.roe@demo.example',
  supervisorEmail: 'organiser@demo.example',
  firstName: 'Jane',
  lastName: 'Roe',
  designation: 'Analyst',
  department: 'Legal',
  brandName: 'Roe Consulting',
  legalName: 'Roe Consulting Ltd',
  industry: 'Technology',
  password: 'Brand-new-passw0rd',
  passwordConfirmation: 'Brand-new-passw0rd',
  currentPassword: 'Welcome#2026',
  token: 'token-from-the-email',
  state: 'state-from-the-url',
  code: '123456',
  response: '{}',
  data: 'Text to encrypt',
  domain: 'demo.example',
  url: 'https://hooks.demo.example/console',
  name: 'Nightly user sync',
  days: 365,
  status: 'On Hold',
  enabled: false,
  isOn: false,
  arguments: '{"organisationId":"1"}',
  timeZone: 'Europe/Berlin',
  addresses: '203.0.113.0/24',
};

/** Fields of screens that an API key may not read; examples leave them out. */
export const sessionFields: readonly string[] = ['webhooks', 'organisationApiKeys', 'provisioning'];

/** Values of single mutations: optional ones, and replacements of the usual values. */
export const given: Partial<Record<MutationName, Readonly<Record<string, unknown>>>> = {
  login: { email: 'organiser@demo.example', password: 'Welcome#2026' },
  changePassword: { currentPassword: 'not-the-password' },
  updateProfile: { designation: 'Head of compliance' },
  updateUser: { id: '5', designation: 'Senior analyst' },
  activateUser: { id: '5' },
  deactivateUser: { id: '5' },
  updateOrganisation: { organisation: { website: 'https://demo.example' } },
  updateSso: { clientId: 'client-1', tenantId: 'tenant-1' },
  updateConfig: { notificationFrequency: 'Weekly' },
  updateSignInRules: { sessionMinutes: 480 },
  updateProvisioning: { defaultRole: 'AUDITEE' },
  updateSingleSignOn: { domains: ['demo.example'] },
  createApiKey: { scopes: ['READ'], lifetime: 'DAYS_90' },
  createOrganisationApiKey: { role: 'AUDITEE', lifetime: 'DAYS_90' },
  updateWebhook: { types: ['USER_CREATED'] },
  startBulkAction: { action: 'ACTIVATE', ids: ['5'] },
};
