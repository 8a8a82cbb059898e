import { expect, test } from 'vitest';
import { organisationList, usersPage } from '../testing/lists.ts';
import { address, openConsole } from '../testing/render.tsx';
import { asked, failing, gatewayOf, organisation, viewer } from '../testing/responses.ts';

const other = { ...organisation, id: '10', brandName: 'Other' };
const answers = (changes: object = {}) =>
  gatewayOf({
    OrganisationPage: asked(({ variables }) => ({
      data: { viewer, organisation: { ...other, id: variables.id, ...changes } },
    })),
    OrganisationListPage: asked((call) => organisationList(call, 60)),
    OrganisationUsersPage: asked((call) => usersPage(call, {}, { brandName: 'Other' })),
  });

const open = async (path: string, changes: object = {}) => {
  const opened = await openConsole(path, answers(changes));
  await expect.element(opened.screen.getByRole('heading', { name: 'Other', level: 1 })).toBeVisible();
  return opened;
};

test('ORG-6 /O/{orgId} is the Information tab of that organisation, in one request', async () => {
  const { screen, calls } = await open('/O/10');
  await expect.element(screen.getByRole('link', { name: 'Information' })).toHaveAttribute('aria-current', 'page');
  await expect
    .element(screen.getByRole('link', { name: 'User', exact: true }).last())
    .not.toHaveAttribute('aria-current');
  await expect.element(screen.getByText('1 Residency Road')).toBeVisible();
  expect(calls.map(({ name, variables }) => [name, variables.id])).toEqual([['OrganisationPage', '10']]);
  await expect.poll(() => document.title).toBe('Information · Other · Console');
});

test('ORG-21 the summary names the user limit with the used seats, or No Limit', async () => {
  const { screen } = await open('/O/10', { userLimit: null, userLimitText: 'No Limit', state: 'DISABLED' });
  const summary = screen.getByRole('complementary', { name: 'Summary' });
  await expect.element(summary.getByText('No Limit, 3 active users')).toBeVisible();
  await expect.element(screen.getByText('Disabled', { exact: true })).toBeVisible();
});

test.for([
  ['/O/10', 'Setting', '/T'],
  ['/O/10?from=T', 'Setting', '/T'],
  ['/O/10?from=other', 'Setting', '/T'],
  ['/O/10?from=M', 'External Mapping', '/M'],
] as const)('ORG-7 from %s the way back is %s', async ([path, name, to]) => {
  const { screen } = await open(path);
  const crumbs = screen.getByRole('navigation', { name: 'Breadcrumb' });
  await expect.element(crumbs.getByRole('link', { name })).toHaveAttribute('href', to);
});

test('ORG-7 the origin and the state of its list are kept across the tabs', async () => {
  const { screen } = await openConsole('/T?page=2', answers());
  await screen.getByRole('link', { name: 'Company 35' }).click();
  const tabs = screen.getByRole('navigation', { name: 'Organisation sections' });
  await tabs.getByRole('link', { name: 'User' }).click();
  await expect.element(screen.getByRole('table', { name: 'Active users' })).toBeVisible();
  await screen.getByRole('table', { name: 'Active users' }).getByRole('button', { name: 'Email' }).click();
  await expect.poll(address).toBe('/O/35/user?from=T&sort=email');
  await screen.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Setting' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Organisations' })).toBeVisible();
  expect(address()).toBe('/T?page=2');
});

test('ORG-12 an unknown tab is Information, and the user tab has a path of its own', async () => {
  const { screen, router } = await open('/O/10?tab=nonsense');
  await expect.element(screen.getByRole('link', { name: 'Information' })).toHaveAttribute('aria-current', 'page');
  await router.navigate('/O/10?from=M&tab=user');
  await expect.element(screen.getByRole('table', { name: 'Active users' })).toBeVisible();
  expect(address()).toBe('/O/10/user?from=M');
});

test('ORG-13 a failing product API does not make an organisation unknown', async () => {
  const { screen } = await openConsole(
    '/O/10',
    gatewayOf({
      OrganisationPage: {
        ...failing('UPSTREAM_TIMEOUT', 'Request Failed'),
        data: { viewer, organisation: null },
      },
    }),
  );
  await expect.element(screen.getByText('This organisation could not be loaded')).toBeVisible();
  await expect.element(screen.getByText('Part of the platform is not responding.')).toBeVisible();
});
