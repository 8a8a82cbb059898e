import { describe, expect, test } from 'vitest';
import { openConsole } from '../testing/render.tsx';
import { asked, failing, gatewayOf, organisation, pageOf, viewer } from '../testing/responses.ts';

const open = async (changes: object = {}, errors?: ReturnType<typeof failing>['errors']) => {
  const who = { ...viewer, organisation: { ...organisation, ...changes } as typeof organisation };
  const answer = pageOf(who);
  const opened = await openConsole('/O', gatewayOf({ OrganisationPage: errors ? { ...answer, errors } : answer }));
  const main = opened.screen.getByRole('main');
  await expect.element(main.getByRole('heading', { level: 1 })).toBeVisible();
  const shownAt = (label: string) =>
    [...main.element().querySelectorAll('dt')].find((term) => term.textContent === label)?.nextElementSibling ?? null;
  return { ...opened, main, shownAt };
};

test('ORG-10 shows everything that is known of the own organisation', async () => {
  const { shownAt, main } = await open({ viewerCanChangeOrganiser: false });
  const shown = Object.fromEntries(
    [
      'Brand name',
      'Legal name',
      'Industry',
      'Email domains',
      'Website',
      'User limit',
      'Main Organiser',
      'PIN',
      'Country',
      'State',
      'City',
      'Registered address',
    ].map((label) => [label, shownAt(label)?.textContent]),
  );
  expect(shown).toEqual({
    'Brand name': 'Demo',
    'Legal name': 'Demo Ltd',
    Industry: 'Finance',
    'Email domains': 'demo.example, demo.test',
    Website: 'https://demo.example/about',
    'User limit': '3 of 25 usedChange the user limit',
    'Main Organiser': 'Olga Organiserorganiser@demo.example',
    PIN: '560001',
    Country: 'India',
    State: 'Karnataka',
    City: 'Bengaluru',
    'Registered address': '1 Residency Road',
  });
  await expect.element(main.getByText('Active', { exact: true })).toBeVisible();
  await expect.poll(() => shownAt('Logo')).not.toBeNull();
  await expect.poll(() => document.title).toBe('Organisation · Demo · Console');
});

test('ORG-10 what is missing is a dash that is read out as such, and a disabled organisation says so', async () => {
  const { shownAt, main } = await open({
    state: 'DISABLED',
    legalName: null,
    industry: '',
    website: null,
    facility: null,
    organiser: null,
    viewerCanChangeOrganiser: false,
  });
  for (const label of ['Legal name', 'Industry', 'Website', 'Main Organiser', 'PIN', 'Country', 'Icon'])
    await expect.poll(() => shownAt(label)?.textContent, { message: label }).toBe('–Not given');
  await expect.element(main.getByText('Disabled', { exact: true })).toBeVisible();
});

test('CASES-25 ORG-10 a website is a link only when it is a whole http(s) address', async () => {
  const { main } = await open();
  const link = main.getByRole('link', { name: 'https://demo.example/about' });
  await expect.element(link).toHaveAttribute('href', 'https://demo.example/about');
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer');
});

test.for(['javascript:alert(1)', '//evil.example', 'HTTPS:evil'])(
  'ORG-10 the website %j stays text',
  async (website) => {
    const { shownAt } = await open({ website });
    await expect.poll(() => shownAt('Website')?.textContent).toBe(website);
    await expect.poll(() => shownAt('Website')?.querySelector('a')).toBeNull();
  },
);

test('CASES-23 ORG-10 hostile names are text', async () => {
  const brandName = '"><img src=x onerror=alert(1)>';
  const { main } = await open({ brandName });
  await expect.element(main.getByRole('heading', { level: 1 })).toHaveTextContent(brandName);
  await expect.poll(() => main.element().querySelector('img[src="x"]')).toBeNull();
});

test('ERR-5 a part that failed is reported in the toast, and the rest is shown', async () => {
  const { screen, shownAt } = await open(
    { organiser: null },
    failing('UPSTREAM_BAD_RESPONSE', 'Request Failed').errors,
  );
  await expect.element(screen.getByRole('alert').getByText('Request Failed')).toBeVisible();
  await expect.poll(() => shownAt('Brand name')?.textContent).toBe('Demo');
});

describe('the welcome', () => {
  const facts = { hasOrganisationDetails: true, hasCustomersOrVendors: false, hasPeople: false };
  const openWelcome = async (
    steps: Partial<typeof facts> | null = {},
    rights: Partial<typeof viewer.can> = {},
    stored = {},
  ) => {
    const firstSteps = steps && { __typename: 'FirstSteps', ...facts, ...steps };
    const who = { ...viewer, can: { ...viewer.can, ...rights } };
    const opened = await openConsole(
      '/O',
      gatewayOf({
        OrganisationPage: asked(({ variables }) =>
          pageOf({ ...who, ...(variables.welcome === true && { firstSteps }) }),
        ),
      }),
      { stored },
    );
    await expect.element(opened.screen.getByRole('heading', { level: 1 })).toBeVisible();
    const panel = opened.screen.getByRole('region', { name: 'First steps' });
    const stepsShown = () =>
      panel
        .getByRole('listitem')
        .elements()
        .map((step) => [
          step.querySelector('a')?.textContent,
          step.querySelector('a')?.getAttribute('href'),
          step.textContent.endsWith('Done'),
        ]);
    return { ...opened, panel, stepsShown };
  };

  test('START-15 has the steps of an Administrator as links, and how many are done, with the page’s one request', async () => {
    const { panel, stepsShown, calls } = await openWelcome();
    await expect.element(panel.getByText('1 of 3 done')).toBeVisible();
    expect(stepsShown()).toEqual([
      ['Your organisation', '/O/edit', true],
      ['Customers and vendors', '/O/create', false],
      ['Users', '/U', false],
    ]);
    expect(calls.map(({ name }) => name)).toEqual(['OrganisationPage']);
  });

  test('START-15 has no step that an Organiser may not take', async () => {
    const { panel, stepsShown } = await openWelcome(
      { hasPeople: true },
      { editOwnOrganisation: false, createOrganisation: false },
    );
    await expect.element(panel.getByText('1 of 2 done')).toBeVisible();
    expect(stepsShown()).toEqual([
      ['Customers and vendors', '/M/invite', false],
      ['Users', '/U', true],
    ]);
  });

  test('START-15 is hidden where the steps are unknown, as for other roles and without the data', async () => {
    const { panel } = await openWelcome(null);
    await expect.element(panel).not.toBeInTheDocument();
    expect(localStorage.getItem('console.welcome')).toBeNull();
  });

  test('START-15 START-16 is over with the last step, and is not asked for again', async () => {
    const { panel, router, calls, screen } = await openWelcome({ hasCustomersOrVendors: true, hasPeople: true });
    await expect.element(panel).not.toBeInTheDocument();
    await expect.poll(() => localStorage.getItem('console.welcome')).toBe(viewer.user.id);
    await router.navigate('/page-not-found');
    await expect.element(screen.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    await router.navigate('/O');
    await expect.poll(() => calls.filter(({ name }) => name === 'OrganisationPage').length).toBe(2);
    expect(calls.at(-1)?.variables).toMatchObject({ welcome: false });
  });

  test('START-16 is put away by one press, which keeps the focus on the page and sends nothing', async () => {
    const { panel, screen, calls } = await openWelcome();
    await panel.getByRole('button', { name: 'Hide permanently' }).click();
    await expect.element(panel).not.toBeInTheDocument();
    await expect.element(screen.getByRole('main')).toHaveFocus();
    expect(localStorage.getItem('console.welcome')).toBe(viewer.user.id);
    expect(calls).toHaveLength(1);
  });

  test('START-16 once put away it is not asked for after a reload', async () => {
    const { panel, calls } = await openWelcome({}, {}, { 'console.welcome': `98,${viewer.user.id}` });
    await expect.element(panel).not.toBeInTheDocument();
    expect(calls.map(({ variables }) => variables.welcome)).toEqual([false]);
  });

  test('START-16 that another person has put it away in this browser does not hide it', async () => {
    const { panel } = await openWelcome({}, {}, { 'console.welcome': '98,99' });
    await panel.getByRole('button', { name: 'Hide permanently' }).click();
    expect(localStorage.getItem('console.welcome')).toBe(`98,99,${viewer.user.id}`);
  });
});
