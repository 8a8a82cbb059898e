import { organisation, viewer } from './answers.ts';
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

/** The answer to the SSO tab of an organisation. */
export const organisationSso = ({ variables }: Call, changes: object = {}): Answer => {
  const id = String(variables.id);
  return { data: { viewer, organisation: { ...organisation, id, brandName: 'Other', sso: ssoOf(id), ...changes } } };
};

/** The settings of the form as they are saved. */
export const ssoSaved = ({ variables }: Call): Answer => {
  const { organisationId, clientId, tenantId } = variables.input as Record<string, string>;
  return {
    data: {
      updateSso: {
        __typename: 'UpdateSsoPayload',
        sso: ssoOf(String(organisationId), { clientId, tenantId }),
      },
    },
  };
};

const configOf = (id: string, changes: object = {}) => ({
  __typename: 'Config',
  id,
  notificationFrequency: 'weekly',
  otpRequired: false,
  otpRequiredNeedsProof: true,
  userLimit: 25 as number | null,
  ...changes,
});

const frequencies = ['Daily', 'Weekly'].map((label) => ({ __typename: 'Option', id: label.toLowerCase(), label }));

/** The answer to the Configuration tab of an organisation. */
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

type ConfigInput = { organisationId: string; userLimit: number | null; passcode?: string };

/** The answer to the mail of a passcode. */
export const configPasscodeSent: Answer = {
  data: {
    sendConfigPasscode: { __typename: 'SendConfigPasscodePayload', email: 'admin@demo.example', resendIn: 30 },
  },
};

/** The configuration of the form as it is saved. */
export const configSaved = ({ variables }: Call): Answer => {
  const { organisationId, passcode: _, ...config } = variables.input as ConfigInput;
  const { userLimit } = config;
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
