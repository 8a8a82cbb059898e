import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { asked, failing, gatewayOf, organisation, pageOf, viewer } from '../testing/answers.ts';
import { organisationList } from '../testing/lists.ts';
import { ofAll, overviewAnswer, unknownOverview, waiting } from '../testing/overview.ts';
import { address, openConsole } from '../testing/render.tsx';
import type { Answer } from '../testing/script.ts';

const who = { ...viewer, can: { ...viewer.can, viewOverview: true } };

const openList = async (answer: Answer = overviewAnswer(ofAll), stored: Record<string, string> = {}) => {
  const gateway = gatewayOf({
    OrganisationListPage: asked((call) => {
      const { data } = organisationList(call);
      return { data: { ...data, viewer: who } };
    }),
    Overview: answer,
  });
  const opened = await openConsole('/T', gateway, { stored });
  await expect.element(opened.screen.getByRole('heading', { name: 'Organisations', level: 1 })).toBeVisible();
  return opened;
};

const openOwn = async (changes: object = {}, answer: Answer = overviewAnswer(), rights: object = {}) => {
  const own = { ...organisation, viewerCanViewOverview: true, ...rights } as typeof organisation;
  const opened = await openConsole(
    '/O',
    gatewayOf({ OrganisationPage: pageOf({ ...viewer, organisation: own, ...changes }), Overview: answer }),
  );
  await expect.element(opened.screen.getByRole('heading', { name: 'Demo', level: 1 })).toBeVisible();
  return opened;
};

const figures = () =>
  Object.fromEntries(
    [...document.querySelectorAll('section dl dt')]
      .filter((term) => term.closest('section')?.querySelector('h2')?.textContent === 'Overview')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  );
const tableOf = (caption: string) =>
  [...document.querySelectorAll('table')]
    .filter((table) => table.caption?.textContent === caption)
    .flatMap((table) => [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent)));

describe('/T', () => {
  test('OVERVIEW-10 a line of figures is next to the title; unfolded it is above the table, as this browser keeps it', async () => {
    await page.viewport(1280, 800);
    const { screen, calls } = await openList();
    for (const text of ['Active: 12', 'Disabled: 3', 'Users: 8 of 1,200', 'Overdue: 3', 'Pending: 3 (oldest 9 days)'])
      await expect.element(screen.getByText(text, { exact: true })).toBeVisible();
    const button = screen.getByRole('button', { name: 'Charts' });
    await expect.element(button).toHaveAttribute('aria-expanded', 'false');
    expect(document.querySelector('section[aria-label="Overview"]')).toBeNull();
    await button.click();
    await expect.element(button).toHaveAttribute('aria-expanded', 'true');
    await expect.element(screen.getByRole('heading', { name: '3 assessments are overdue', level: 3 })).toBeVisible();
    // One request for the line and the charts.
    expect(calls.filter(({ name }) => name === 'Overview').map(({ variables }) => variables)).toEqual([{}]);
    expect(localStorage.getItem('console.overview.list')).toBe('true');
  });

  test('OVERVIEW-12 organisations that need attention are links, and what no list has is text', async () => {
    const { screen } = await openList(overviewAnswer(ofAll), { 'console.overview.list': 'true' });
    const main = screen.getByRole('main');
    await expect.element(main.getByText('No active organiser: 7')).toBeVisible();
    await expect.element(main.getByText(/and 5 more$/)).toBeVisible();
    await expect.element(main.getByRole('link', { name: 'Acme' })).toHaveAttribute('href', '/O/40?from=T');
    await expect
      .element(main.getByRole('link', { name: 'Cargo' }))
      .toHaveAttribute('href', '/O/50?from=T&tab=asmt&overdue=yes');
    await expect.element(main.getByText('2 mapping requests, oldest sent 9 days ago')).toBeVisible();
    await expect.element(main.getByText('1 user invitation, sent today')).toBeVisible();
    await expect.poll(() => main.getByRole('link', { name: /^Auditee / }).elements()).toEqual([]);
  });

  test('OVERVIEW-8 what a product API does not say is a dash, and never 0', async () => {
    await page.viewport(1280, 800);
    const { screen } = await openList({
      data: { overview: { ...unknownOverview, organisations: ofAll.organisations } },
    });
    for (const text of ['Active: 12', 'Users: –', 'Overdue: –', 'Pending: –'])
      await expect.element(screen.getByText(text, { exact: true })).toBeVisible();
    await screen.getByRole('button', { name: 'Charts' }).click();
    await expect
      .element(
        screen.getByText('Charts are not available because the connected product API provides only these totals.'),
      )
      .toBeVisible();
  });

  test('OVERVIEW-8 while a number of what waits is not known, nothing is said of the others', async () => {
    const answer = overviewAnswer({ ...ofAll, mappingRequests: null, invitations: waiting(0) });
    const { screen } = await openList(answer, { 'console.overview.list': 'true' });
    const main = screen.getByRole('main');
    await expect.element(main.getByText('No active organiser: 7')).toBeVisible();
    await expect.poll(() => main.getByText(/pending requests|requests and invitations/).elements()).toEqual([]);
  });

  test('OVERVIEW-16 an overview that could not be loaded says so in its place, and the list stays', async () => {
    let answer = failing('INTERNAL', 'Broken');
    const gateway = gatewayOf({
      OrganisationListPage: asked((call) => ({ data: { ...organisationList(call).data, viewer: who } })),
      Overview: asked(() => answer),
    });
    const { screen } = await openConsole('/T', gateway);
    await expect.element(screen.getByText('The overview could not be loaded.')).toBeVisible();
    await expect.element(screen.getByText('Company 10')).toBeVisible();
    answer = overviewAnswer(ofAll);
    await screen.getByRole('button', { name: 'Try again' }).click();
    await expect.element(screen.getByRole('button', { name: 'Charts' })).toBeVisible();
  });
});

describe('/O', () => {
  test('OVERVIEW-11 OVERVIEW-12 the figures of the own organisation are above its details, each with its list', async () => {
    await page.viewport(1280, 800);
    const { screen, router } = await openOwn();
    await expect.poll(figures).toEqual({
      'Active users': '8 of 1,200',
      'Signed in (last 30 days)': '3',
      'Pending assessments': '3 of 5',
      Overdue: '3',
      'Mapping requests': '2 (oldest 9 days)',
      'User invitations': '1 (today)',
      'Organisation invitations': '0',
    });
    const main = screen.getByRole('main');
    const hrefs = async (names: string[]) =>
      Object.fromEntries(
        names.map((name) => [
          name,
          main
            .getByRole('link', { name: new RegExp(`^${name}`) })
            .element()
            .getAttribute('href'),
        ]),
      );
    await expect.element(main.getByRole('heading', { name: '8 active users, 2 inactive' })).toBeVisible();
    expect(
      await hrefs(['Active users:', 'Pending assessments:', 'Overdue:', 'Mapping requests:', 'User invitations:']),
    ).toEqual({
      'Active users:': '/U',
      'Pending assessments:': '/O/7?from=T&tab=asmt',
      'Overdue:': '/O/7?from=T&tab=asmt&overdue=yes',
      'Mapping requests:': '/M',
      'User invitations:': '/U?invited=PENDING',
    });
    expect(await hrefs(['Auditee 7', 'On Hold 3'])).toEqual({
      'Auditee 7': '/U?role=5',
      'On Hold 3': '/O/7?from=T&tab=asmt&status=On%20Hold',
    });
    const places = [...document.querySelectorAll('main h2')].map(({ textContent }) => textContent);
    expect(places.indexOf('Overview')).toBeLessThan(places.indexOf('General'));
    expect(router.state.location.pathname).toBe('/O');
  });

  test('OVERVIEW-13 each chart has its finding as title and a table with the numbers', async () => {
    await page.viewport(1280, 800);
    const { screen } = await openOwn();
    await expect.element(screen.getByRole('heading', { name: '3 assessments are overdue', level: 3 })).toBeVisible();
    expect(tableOf('8 active users, 2 inactive')).toEqual([
      ['Role', 'Active', 'Inactive'],
      ['Administrator', '1', '0'],
      ['Auditee', '7', '2'],
    ]);
    expect(tableOf('3 users signed in during the last 30 days')).toEqual([
      ['Day (UTC)', 'Sign-ins'],
      ['19 Nov', '0'],
      ['20 Nov', '4'],
    ]);
    expect(tableOf('3 assessments are overdue')).toEqual([
      ['Month (UTC)', 'Due', 'Completed'],
      ['Oct 2026', '2', '1'],
      ['Nov 2026', '1', '0'],
    ]);
    expect(tableOf('3 of 5 assessments are On Hold')).toHaveLength(3);
    await expect
      .element(screen.getByText('Not shown: 1 completed assessment without a completion date.'))
      .toBeVisible();
    await expect.element(screen.getByText('1 active user has no recorded sign-in.')).toBeVisible();
    await expect.poll(() => document.querySelectorAll('.recharts-surface').length).toBeGreaterThan(1);
  });

  test('OVERVIEW-11 without the details of assessments there is no chart and no link of them', async () => {
    await page.viewport(1280, 800);
    const answer = overviewAnswer({ assessmentDetails: null });
    const { screen } = await openOwn({}, answer, { viewerCanViewAssessments: false });
    await expect.poll(() => figures()['Pending assessments']).toBe('3 of 5');
    expect(figures()).not.toHaveProperty('Overdue');
    await expect.element(screen.getByRole('heading', { name: /signed in during the last 30 days/ })).toBeVisible();
    await expect.poll(() => screen.getByRole('link', { name: /^Assessments/ }).elements()).toEqual([]);
    await expect.poll(() => screen.getByRole('heading', { name: /overdue/ }).elements()).toEqual([]);
  });

  test('OVERVIEW-11 a viewer without the right has no overview, and none is asked for', async () => {
    const { screen, calls } = await openOwn({}, overviewAnswer(), { viewerCanViewOverview: false });
    await expect.element(screen.getByRole('heading', { name: 'General' })).toBeVisible();
    expect(calls.map(({ name }) => name)).toEqual(['OrganisationPage']);
    await expect.poll(() => screen.getByRole('heading', { name: 'Overview' }).elements()).toEqual([]);
  });

  test('OVERVIEW-14 on a phone the charts are folded until they are asked for, then one below the other', async () => {
    await page.viewport(390, 844);
    const { screen } = await openOwn();
    const button = screen.getByRole('button', { name: 'Charts' });
    await expect.element(button).toHaveAttribute('aria-expanded', 'false');
    await expect.poll(() => figures()['Active users']).toBe('8 of 1,200');
    await button.click();
    await expect.element(screen.getByRole('heading', { name: '3 assessments are overdue' })).toBeVisible();
    const lefts = [...document.querySelectorAll('section section')].map((one) => one.getBoundingClientRect().left);
    expect(lefts).toHaveLength(4);
    expect(new Set(lefts).size).toBe(1);
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });

  test('OVERVIEW-15 an organisation with the viewer alone says what comes next in place of charts', async () => {
    await page.viewport(1280, 800);
    const users = [{ __typename: 'OverviewUsers', role: null, active: 1, inactive: 0 }];
    const assessments = { __typename: 'OverviewAssessments', pending: 0, completed: 0, total: 0 };
    const none = { __typename: 'OverviewPending', count: 0, since: null };
    const { screen } = await openOwn(
      {},
      overviewAnswer({ users, assessments, mappingRequests: none, invitations: none }),
    );
    const add = screen.getByRole('link', { name: 'Add users' });
    await expect.element(add).toHaveAttribute('href', '/U/new');
    await expect
      .element(screen.getByRole('link', { name: 'Invite an organisation' }))
      .toHaveAttribute('href', '/M/invite');
    expect(document.querySelector('.recharts-surface')).toBeNull();
    expect(address()).toBe('/O');
  });
});
