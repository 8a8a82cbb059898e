import { organisation, viewer } from './responses.ts';
import type { Answer, Call } from './script.ts';

export const ssoOf = (id: string, changes: object = {}) => ({
  __typename: 'Sso',
  id,
  clientId: 'client-1',
  tenantId: 'tenant-1',
  secretSet: true,
  ...changes,
});

/** The response to the page /S. */
export const ownSso = (changes: object = {}): Answer => ({
  data: { viewer: { ...viewer, organisation: { ...organisation, sso: ssoOf(organisation.id), ...changes } } },
});

/** The response to the SSO tab of an organisation. */
export const organisationSso = ({ variables }: Call, changes: object = {}): Answer => {
  const id = String(variables.id);
  return { data: { viewer, organisation: { ...organisation, id, brandName: 'Other', sso: ssoOf(id), ...changes } } };
};

/** The single sign-on of an organisation: turned off and not tested yet. */
export const singleSignOnOf = (id: string, changes: object = {}) => ({
  __typename: 'SingleSignOn',
  id,
  redirectUrl: 'https://console.example/login/callback',
  logoutUrl: 'https://console.example/sso/logout/guid-7' as string | null,
  postLogoutRedirectUrl: 'https://console.example/login' as string | null,
  signsOutAtProvider: false as boolean | null,
  issuer: 'https://idp.example' as string | null,
  effectiveIssuer: 'https://idp.example' as string | null,
  defaultRole: null as string | null,
  secretExpiresOn: null as string | null,
  enabled: false,
  enabledAt: null as string | null,
  enabledBy: null as string | null,
  mode: 'OFF',
  usersOutsideDomains: 0,
  tested: false,
  testedBySigningIn: false as boolean | null,
  clientRefusedAt: null as string | null,
  logoutRefusal: null as object | null,
  domains: [] as object[],
  tests: [] as object[],
  ...changes,
});

/** The sign-in rules of an organisation, with the operator's session length. */
export const signInRulesOf = (id: string, sessionMinutes: number | null = null) => ({
  __typename: 'SignInRules',
  id,
  sessionMinutes,
  maxSessionMinutes: 720,
  factorRequired: false,
  usersWithoutFactor: 12 as number | null,
});

/** The provisioning of an organisation: turned off, with the defaults. */
export const provisioningOf = (id: string, changes: object = {}) => ({
  __typename: 'Provisioning',
  id,
  url: 'https://console.example/scim/v2',
  enabled: false,
  enabledAt: null as string | null,
  enabledBy: null as string | null,
  defaultRole: 'AUDITEE',
  defaultDesignation: 'Not set',
  defaultDepartment: 'InfoSec',
  defaultSupervisor: null as string | null,
  roles: [] as object[],
  organisers: [
    {
      __typename: 'ProvisioningOrganiser',
      userId: '3',
      fullName: 'Olga Organiser',
      email: 'organiser@demo.example',
      isManaged: true,
    },
  ],
  lastRequestAt: null as string | null,
  managedUserCount: 0,
  deactivationsPausedAt: null as string | null,
  failures: [] as object[],
  issues: [] as object[],
  issueCount: 0,
  causes: [] as object[] | null,
  ...changes,
});

export const ssoDomainOf = (domain: string, verifiedAt: string | null, verifiedByAdministrator = false) => ({
  __typename: 'SsoDomain',
  domain,
  record: 'console-verification=token-of-domain',
  verifiedAt,
  verifiedByAdministrator,
  recordMissingSince: null as string | null,
});

/** A test that has passed, or failed at its second step. */
export const ssoTestOf = (id: string, passed: boolean) => ({
  __typename: 'SsoTest',
  id,
  kind: 'CONNECTION',
  createdAt: '2026-11-20T09:00:00.000Z',
  testedBy: 'Olga Organiser',
  passed,
  findings: ['DISCOVERY_URL', 'DISCOVERY', 'ISSUER'].map((step, at) => ({
    __typename: 'SsoFinding',
    step,
    passed: passed || at === 0 ? true : at === 1 ? false : null,
    message: passed || at === 0 ? 'It answers.' : at === 1 ? 'No JSON: check the issuer.' : 'Not tested.',
  })),
});

/** The saved settings of the form. */
export const ssoSaved = ({ variables }: Call): Answer => {
  const { organisationId, clientId, tenantId } = variables.input as Record<string, string>;
  return {
    data: {
      updateSso: {
        __typename: 'UpdateSsoPayload',
        sso: ssoOf(String(organisationId), { clientId, tenantId }),
        organisation: null,
      },
    },
  };
};

const configOf = (id: string, changes: object = {}) => ({
  __typename: 'Config',
  id,
  notificationFrequency: 'weekly',
  timeZone: null as string | null,
  otpRequired: false,
  otpRequiredNeedsPasscode: true,
  userLimit: 25 as number | null,
  ...changes,
});

const frequencies = ['Daily', 'Weekly'].map((label) => ({ __typename: 'Option', id: label.toLowerCase(), label }));

/** The response to the Configuration tab of an organisation. */
export const organisationConfig = ({ variables }: Call, config: object | null = {}, changes: object = {}): Answer => {
  const id = String(variables.id);
  return {
    data: {
      viewer,
      organisation: {
        ...organisation,
        id,
        brandName: 'Other',
        activeUserCount: 5,
        config: config && configOf(id, config),
        ...changes,
      },
      lookups: { __typename: 'Lookups', notificationFrequencies: frequencies },
    },
  };
};

type ConfigInput = { organisationId: string; userLimit?: number | null; passcode?: string };

/** The response to sending a passcode. */
export const configPasscodeSent: Answer = {
  data: {
    sendConfigPasscode: { __typename: 'SendConfigPasscodePayload', email: 'admin@demo.example', resendIn: 30 },
  },
};

/** The saved configuration of the form. */
export const configSaved = ({ variables }: Call): Answer => {
  const { organisationId, passcode: _, ...config } = variables.input as ConfigInput;
  const { userLimit = 25 } = config;
  return {
    data: {
      updateConfig: {
        __typename: 'UpdateConfigPayload',
        config: configOf(organisationId, config),
        organisation: {
          __typename: 'Organisation',
          id: organisationId,
          userLimit,
          userLimitText: userLimit === null ? 'No Limit' : String(userLimit),
        },
      },
    },
  };
};
