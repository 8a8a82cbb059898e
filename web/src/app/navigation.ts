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

const otherPaths = ['/profile', '/activity'];

const allItems = navigationItems({ viewUsers: true, viewSso: true, listOrganisations: true });

/** The items to show on a path: all of them below an item of any viewer, on the profile and the activity, otherwise none. */
export const navigationItemsOnPath = (items: NavigationItem[], path: string): NavigationItem[] =>
  otherPaths.includes(path) || allItems.some((item) => isCurrentItem(item, path)) ? items : [];
