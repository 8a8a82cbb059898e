import type { Action } from './access.ts';

/** The fields of `ViewerPermissions` that say whether the viewer's role has one action, in any organisation. */
const viewerActions = {
  listOrganisations: 'organisations:list',
  createOrganisation: 'organisations:create',
  editOwnOrganisation: 'organisations:edit',
  viewUsers: 'users:view',
  manageUsers: 'users:create',
  viewSso: 'sso:view',
  editSso: 'sso:edit',
  viewMappings: 'mappings:view',
  inviteOrganisations: 'mappings:invite',
  inviteExternalUsers: 'users:inviteExternal',
  mapExternalUsers: 'users:mapExternal',
  viewApiKeys: 'keys:view',
  viewOwnActivity: 'audit:view',
  viewEmailDelivery: 'mails:view',
} as const satisfies Record<string, Action>;

/** The viewer's permissions by these fields. */
export const viewerPermissions = (may: (action: Action) => boolean): Record<keyof typeof viewerActions, boolean> =>
  Object.fromEntries(Object.entries(viewerActions).map(([field, action]) => [field, may(action)])) as Record<
    keyof typeof viewerActions,
    boolean
  >;
