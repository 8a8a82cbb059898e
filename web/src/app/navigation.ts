export interface NavigationRights {
  viewUsers: boolean;
  viewSso: boolean;
  listOrganisations: boolean;
}

export interface NavigationItem {
  label: string;
  to: string;
}

export const navigationItems = (can: NavigationRights): NavigationItem[] => [
  { label: 'Organisation', to: '/O' },
  ...(can.viewUsers ? [{ label: 'User', to: '/U' }] : []),
  ...(can.viewSso ? [{ label: 'SSO', to: '/S' }] : []),
  ...(can.listOrganisations ? [{ label: 'Setting', to: '/T' }] : []),
];

/** Whether the path is the item's or below it; case-sensitive. */
export const isCurrentItem = (item: NavigationItem, path: string): boolean =>
  path === item.to || path.startsWith(`${item.to}/`);

/** Whether a page below the top bar has navigation items: all pages except those that have none in the specification. */
export const hasNavigation = (path: string): boolean => !/^\/(M|map-external-user)(\/|$)/.test(path);
