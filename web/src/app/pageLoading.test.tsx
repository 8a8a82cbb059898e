import { describe, expect, test } from 'vitest';
import { organisationList, organisationOf, usersPage } from '../testing/lists.ts';
import { organisationPageParameters } from '../testing/organisations.ts';
import { openConsole } from '../testing/render.tsx';
import { asked, failing, gatewayOf, pageOf, viewer } from '../testing/responses.ts';
import { type Answer, type Call, held } from '../testing/script.ts';
import { routes as consoleRoutes } from './routes.tsx';

type Screen = Awaited<ReturnType<typeof openConsole>>['screen'];

/** Scripts an operation with a response that the test releases. */
const late = (answer: (call: Call) => Answer) => {
  const come = held<void>();
  return { come: () => come.resolve(), answer: asked((call) => come.promise.then(() => answer(call))) };
};

const expectNoLoadingScreen = (screen: Screen) =>
  expect.element(screen.getByText('Please Wait...')).not.toBeInTheDocument();
const heading = (screen: Screen, name: string) => screen.getByRole('heading', { name, level: 1 });
const crumb = (screen: Screen, name: string) =>
  screen.getByRole('navigation', { name: 'Breadcrumb' }).getByText(name, { exact: true });

describe('the tabs of an organisation', () => {
  const models = ({ variables }: Call): Answer => ({
    data: { viewer, organisation: organisationOf(String(variables.id), { brandName: 'Other', models: [] }) },
  });

  test.for([
    ['Model', 'ModelsPage', models, 'Allocated models'],
    ['User', 'OrganisationUsersPage', (call: Call) => usersPage(call, {}, { brandName: 'Other' }), 'Active users'],
  ] as const)('ORG-12 SHELL-13 heading, breadcrumb and tabs stay while %s loads', async ([tab, query, answer]) => {
    const { come, answer: lateResponse } = late((call) => answer(call) as Answer);
    const { screen } = await openConsole(
      '/O/10',
      gatewayOf({
        OrganisationPage: asked((call) => organisationPageParameters(call, { brandName: 'Other' })),
        [query]: lateResponse,
      }),
    );
    await expect.element(heading(screen, 'Other')).toBeVisible();
    const tabs = screen.getByRole('navigation', { name: 'Organisation sections' });
    await tabs.getByRole('link', { name: tab, exact: true }).click();
    await expect.element(tabs.getByRole('link', { name: tab, exact: true })).toHaveAttribute('aria-current', 'page');
    await expect.element(screen.getByText('Loading…')).toBeInTheDocument();
    await expect.element(heading(screen, 'Other')).toBeVisible();
    await expect.element(crumb(screen, 'Setting')).toBeVisible();
    await expectNoLoadingScreen(screen);
    come();
    await expect.element(screen.getByText('Loading…')).not.toBeInTheDocument();
    await expect.element(heading(screen, 'Other')).toBeVisible();
  });

  test('ORG-12 SHELL-13 they stay as well where the tab could not be loaded', async () => {
    let broken = true;
    const { screen } = await openConsole(
      '/O/10',
      gatewayOf({
        OrganisationPage: asked((call) => organisationPageParameters(call, { brandName: 'Other' })),
        ModelsPage: asked((call) => (broken ? failing('UPSTREAM_BAD_RESPONSE', 'Request Failed') : models(call))),
      }),
    );
    const tabs = screen.getByRole('navigation', { name: 'Organisation sections' });
    await tabs.getByRole('link', { name: 'Model' }).click();
    await expect.element(screen.getByText('This organisation could not be loaded')).toBeVisible();
    await expect.element(heading(screen, 'Other')).toBeVisible();
    await expect.element(tabs).toBeVisible();
    broken = false;
    await screen.getByRole('button', { name: 'Try again' }).click();
    await expect.element(screen.getByText('No Data', { exact: true })).toBeVisible();
  });
});

test.for([['/U', 'Users', 'OwnUsersPage', usersPage]] as const)(
  'SHELL-13 %s has its heading while its content loads',
  async ([path, title, query, answer]) => {
    const { come, answer: lateResponse } = late((call) => answer(call) as Answer);
    const { screen, router } = await openConsole(
      '/O',
      gatewayOf({ OrganisationPage: pageOf(viewer), [query]: lateResponse }),
    );
    await expect.element(heading(screen, 'Demo')).toBeVisible();
    await router.navigate(path);
    await expect.element(screen.getByText('Loading…')).toBeInTheDocument();
    await expect.element(heading(screen, title)).toBeVisible();
    await expectNoLoadingScreen(screen);
    come();
    await expect.element(screen.getByText('Loading…')).not.toBeInTheDocument();
    await expect.element(heading(screen, title)).toBeVisible();
  },
);

test('SHELL-13 a further page of a route with a loaded script shows no loading screen', async () => {
  const { come, answer } = late((call) => organisationPageParameters(call, { brandName: 'Further' }));
  const { screen, router } = await openConsole(
    '/O/10',
    gatewayOf({
      OrganisationListPage: asked((call) => organisationList(call)),
      OrganisationPage: asked((call) =>
        call.variables.id === '10' ? organisationPageParameters(call, { brandName: 'Other' }) : answer(call),
      ),
    }),
  );
  await expect.element(heading(screen, 'Other')).toBeVisible();
  await router.navigate('/T');
  await expect.element(screen.getByRole('table', { name: 'Active organisations' })).toBeVisible();
  // The list only provides the name.
  await router.navigate('/O/11');
  await expect.element(screen.getByText('Loading…')).toBeInTheDocument();
  await expect.element(heading(screen, 'Company 11')).toBeVisible();
  await expectNoLoadingScreen(screen);
  come();
  await expect.element(heading(screen, 'Further')).toBeVisible();
});

test('START-45 SHELL-13 MSG-5 Please Wait... is shown after signing in while the scripts of the first page load', async () => {
  const start = consoleRoutes[0]?.children?.filter(({ index }) => index) ?? [];
  const { screen } = await openConsole('/', gatewayOf({}), {
    routes: [...start, { path: '/O', lazy: () => new Promise<never>(() => undefined) }],
  });
  await expect.element(screen.getByText('Please Wait...')).toBeVisible();
});
