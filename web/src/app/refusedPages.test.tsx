import { expect, test } from 'vitest';
import { mapPage } from '../testing/externalUsers.ts';
import { organisationWithUsers, usersPage } from '../testing/lists.ts';
import { address, openConsole } from '../testing/render.tsx';
import { asked, gatewayOf, organisation, pageOf, viewer } from '../testing/responses.ts';
import type { Call } from '../testing/script.ts';
import { ownSso } from '../testing/settings.ts';
import { editUserPage } from '../testing/users.ts';

const noUsers = (call: Call) => {
  const refused = organisationWithUsers(call, {}, { active: null, inactive: null, activeUserCount: null });
  return { ...usersPage(call).data, viewer: { ...viewer, organisation: refused } };
};
const noMappings = { viewer: { ...viewer, organisation: { ...organisation, accepted: null, requests: null } } };

test.for([
  ['/T', 'OrganisationListPage', { viewer, active: null, disabled: null }, ['active', 'disabled'], 'FORBIDDEN'],
  ['/U', 'OwnUsersPage', noUsers, ['viewer.organisation.active', 'viewer.organisation.inactive'], 'FORBIDDEN'],
  ['/S', 'SsoPage', ownSso({ sso: null }).data, ['viewer.organisation.sso'], 'FORBIDDEN'],
  ['/M', 'ExternalMappingPage', noMappings, ['viewer.organisation.accepted'], 'FORBIDDEN'],
  ['/O/999', 'OrganisationPage', { viewer, organisation: null }, ['organisation'], 'NOT_FOUND'],
  ['/O/999', 'OrganisationPage', { viewer, organisation: null }, ['organisation'], 'FORBIDDEN'],
  ['/map-external-user?id=9', 'MapExternalUserPage', mapPage(null).data, ['externalUser'], 'FORBIDDEN'],
  ['/map-external-user?id=9', 'MapExternalUserPage', mapPage(null).data, ['externalUser'], 'NOT_FOUND'],
  ['/U/100/edit', 'EditUserPage', editUserPage(null).data, ['user'], 'NOT_FOUND'],
] as const)(
  'NAV-9 NAV-10 NAV-11 ORG-13 SSO-7 XUSER-3 XUSER-6 USER-33 OPEN-14 %s where %s is refused is /page-not-found, without a toast',
  async ([path, operation, data, places, code]) => {
    const errors = places.map((at) => ({ message: 'No', path: at.split('.'), extensions: { code } }));
    const answer = asked((call) => ({ data: typeof data === 'function' ? data(call) : data, errors }));
    const { screen, calls } = await openConsole(path, gatewayOf({ [operation]: answer }));
    await expect.element(screen.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    expect(address()).toBe('/page-not-found');
    await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
    expect(calls).toHaveLength(1);
  },
);

const orphan = { ...viewer, organisation: null };

test.for([
  ['/U', 'OwnUsersPage', (call: Call) => ({ data: { ...usersPage(call).data, viewer: orphan } })],
  ['/O', 'OrganisationPage', () => pageOf(orphan)],
  ['/S', 'SsoPage', () => pageOf(orphan)],
  ['/U/upload', 'UserUploadPage', () => pageOf(orphan)],
] as const)(
  'ORG-10 USER-1 SSO-1 BULK-2 %s says so where the own organisation is not found',
  async ([path, operation, answer]) => {
    const { screen } = await openConsole(path, gatewayOf({ [operation]: asked(answer) }));
    await expect.element(screen.getByRole('heading', { name: 'You have no organisation yet' })).toBeVisible();
    expect(address()).toBe(path);
  },
);
