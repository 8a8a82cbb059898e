const device = {
  browser: 'Firefox',
  system: 'Linux',
  clientAddress: '192.0.2.7',
  createdAt: '2026-11-20T09:30:00.000Z',
  lastUsedAt: '2026-11-21T09:30:00.000Z',
  expiresAt: '2026-12-20T09:30:00.000Z',
};

/** A session as the gateway returns it. */
export const sessionOf = (id: string, more: object = {}) => ({
  __typename: 'Session',
  id,
  ...device,
  endedAt: null,
  isCurrent: false,
  ...more,
});

/** A remembered device as the gateway returns it. */
export const deviceOf = (id: string, more: object = {}) => ({ __typename: 'RememberedDevice', id, ...device, ...more });

/** The gateway's response about a user's sessions and devices. */
export const securityOf = (
  sessions: object[],
  rememberedDevices: object[] = [],
  secondFactors: object | null = null,
) => ({
  __typename: 'UserSecurity',
  passwordChangedAt: '2026-11-02T09:30:00.000Z',
  sessions,
  rememberedDevices,
  secondFactors,
  identityProvider: null,
});

/** The second factors of a user; null without an app. */
export const factorsOf = (recoveryCodesLeft: number | null) => ({
  __typename: 'SecondFactors',
  authenticatorApp:
    recoveryCodesLeft === null
      ? null
      : { __typename: 'AuthenticatorApp', createdAt: '2026-11-20T09:30:00.000Z', recoveryCodesLeft },
});
