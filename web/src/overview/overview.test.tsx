import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { organisationList } from '../testing/lists.ts';
import { mappingEdge } from '../testing/mappings.ts';
import { organisationPageParameters } from '../testing/organisations.ts';
import { attentionItem, emptyOverview, overviewResponse, unknownOverview } from '../testing/overview.ts';
import { openConsole } from '../testing/render.tsx';
import { asked, failing, gatewayOf, organisation, pageOf, viewer } from '../testing/responses.ts';
import type { Answer } from '../testing/script.ts';

const who = { ...viewer, can: { ...viewer.can, viewOverview: true } };
const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000);

const openList = async (attention: object[] | null, answer: Answer = overviewResponse(), path = '/T') => {
  const gateway = gatewayOf({
    OrganisationListPage: asked((call) => ({
      data: { ...organisationList(call).data, viewer: who, ...(call.variables.counts === true && { attention }) },
    })),
    Overview: answer,
  });
  const opened = await openConsole(path, gateway);
  await expect.element(opened.screen.getByRole('heading', { name: 'Organisations', level: 1 })).toBeVisible();
  return opened;
};

const openOwn = async (changes: object = {}, more: Record<string, Answer> = {}, as: typeof viewer = viewer) => {
  const own = { ...organisation, viewerCanViewOverview: true, ...changes } as typeof organisation;
  const opened = await openConsole(
    '/O',
    gatewayOf({ OrganisationPage: pageOf({ ...as, organisation: own }), Overview: overviewResponse(), ...more }),
  );
  await expect.element(opened.screen.getByRole('heading', { name: 'Demo', level: 1 })).toBeVisible();
  return opened;
};

/** The section's items in order: urgency, text, and URL. */
const itemsOf = () =>
  [...document.querySelectorAll('main section > div > ul:has([role="img"]) > li')].map((item) => [
    item.querySelector('[role="img"]')?.getAttribute('aria-label'),
    item.textContent,
    item.querySelector('a')?.getAttribute('href'),
  ]);
const tableOf = (caption: string) =>
  [...document.querySelectorAll('table')]
    .filter((table) => table.caption?.textContent === caption)
    .flatMap((table) => [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent)));

const urgent = [
  attentionItem('OVERDUE_ASSESSMENTS', 'HIGH', 11, { since: daysFromNow(-34) }),
  attentionItem('FAILED_DEACTIVATIONS', 'HIGH', 1, { since: daysFromNow(-2.1) }),
  attentionItem('MAPPING_REQUESTS', 'MEDIUM', 1, { since: daysFromNow(-9) }),
  attentionItem('EXTERNAL_USERS', 'MEDIUM', 2, { since: daysFromNow(-0.5) }),
  attentionItem('RETURNED_AFTER_REVIEW', 'MEDIUM', 1, { since: daysFromNow(-1.1) }),
  attentionItem('PROVIDER_EMAIL_DIFFERS', 'MEDIUM', 2, { since: daysFromNow(-4.1) }),
  attentionItem('USER_LIMIT_REACHED', 'MEDIUM', 1),
  attentionItem('MISSING_SECOND_FACTORS', 'MEDIUM', 12),
  attentionItem('EXPIRING_CLIENT_SECRETS', 'MEDIUM', 1, { until: daysFromNow(3.1) }),
  attentionItem('EXPIRING_USER_INVITATIONS', 'LOW', 3, { until: daysFromNow(0.4) }),
  attentionItem('EXPIRING_ORGANISATION_INVITATIONS', 'LOW', 1, { until: daysFromNow(1.1) }),
  attentionItem('EXPIRING_API_KEYS', 'LOW', 2, { until: daysFromNow(6.1) }),
];

const withoutRequests = urgent.filter(({ kind }) => kind !== 'MAPPING_REQUESTS');

describe('what needs attention', () => {
  test('ATTENTION-6 the own organisation begins with it: by urgency, in words, each a link to its filtered list, in the page’s one request', async () => {
    const { screen, calls } = await openOwn({ attention: withoutRequests });
    await expect.element(screen.getByRole('region', { name: 'Pending items', exact: true })).toBeVisible();
    expect(itemsOf()).toEqual([
      ['Urgent', '11 overdue assessments (oldest 34 days)', '/O/7?from=T&tab=asmt&overdue=yes'],
      ['Urgent', '1 failed deactivation (2 days)', '/S/provisioning#provisioning-issues'],
      ['Waiting', '2 pending external users (oldest today)', '/U?external=pending#external-users'],
      ['Waiting', '1 user activated again after an access review (1 day)', '/S/provisioning#provisioning-issues'],
      [
        'Waiting',
        '2 users with another email address at the identity provider (oldest 4 days)',
        '/S/provisioning#provisioning-issues',
      ],
      ['Waiting', 'User limit reached', '/U'],
      ['Waiting', '12 users without the required second factor', '/U?factor=none'],
      ['Waiting', '1 client secret expires in 3 days', '/S'],
      [
        'Soon',
        '3 user invitations expire soon (first in less than a day)',
        '/U?invited=PENDING&invitation-sort=expires#invitations',
      ],
      ['Soon', '1 organisation invitation expires in 1 day', '/M?invited=PENDING&invitation-sort=expires#invitations'],
      ['Soon', '2 API keys expire soon (first in 6 days)', '/O/keys'],
    ]);
    const headings = [...document.querySelectorAll('main h2')].map(({ textContent }) => textContent);
    expect(headings.indexOf('Pending items')).toBeLessThan(headings.indexOf('General'));
    expect(calls.map(({ name }) => name)).toEqual(['OrganisationPage']);
  });

  test('ATTENTION-6 another organisation has the same with its own lists, or says that nothing does', async () => {
    const open = (attention: object[]) =>
      openConsole(
        '/O/10',
        gatewayOf({ OrganisationPage: asked((call) => organisationPageParameters(call, { attention })) }),
      );
    const { screen } = await open(urgent);
    await expect.element(screen.getByRole('region', { name: 'Pending items', exact: true })).toBeVisible();
    expect(itemsOf().map(([, , to]) => to)).toEqual([
      '/O/10?from=T&tab=asmt&overdue=yes',
      '/O/10?from=T&tab=provisioning#provisioning-issues',
      '/O/10/mapping?from=T&requests=received#mapping-requests',
      '/O/10/user?from=T&external=pending#external-users',
      '/O/10?from=T&tab=provisioning#provisioning-issues',
      '/O/10?from=T&tab=provisioning#provisioning-issues',
      '/O/10/user?from=T',
      '/O/10/user?from=T&factor=none',
      '/O/10?from=T&tab=sso',
      '/O/10/user?from=T&invited=PENDING&invitation-sort=expires#invitations',
      '/O/10/mapping?from=T&invited=PENDING&invitation-sort=expires#invitations',
      '/O/10?from=T&tab=keys',
    ]);
    await screen.unmount();
    const calm = await open([]);
    await expect.element(calm.screen.getByRole('heading', { name: 'No pending items' })).toBeVisible();
  });

  test('ATTENTION-5 where the product API does not count it, nothing is said of it', async () => {
    const { screen } = await openOwn({ attention: null });
    await expect.element(screen.getByRole('heading', { name: 'Overview' })).toBeVisible();
    await expect.poll(() => screen.getByText(/pending items/i).elements()).toEqual([]);
    await screen.unmount();
    const list = await openList(null);
    await expect.element(list.screen.getByRole('heading', { name: 'Overview' })).toBeVisible();
    await expect.poll(() => list.screen.getByLabelText('Pending items').elements()).toEqual([]);
  });

  test('ATTENTION-7 on /T each kind leads to the organisations that it counts, and is a filter', async () => {
    await page.viewport(1280, 800);
    const { screen, calls } = await openList([
      attentionItem('OVERDUE_ASSESSMENTS', 'HIGH', 47, { organisations: 20, since: daysFromNow(-34) }),
      attentionItem('REFUSED_PROVISIONING', 'MEDIUM', 3, { organisations: 2, since: daysFromNow(-1) }),
      attentionItem('USER_LIMIT_REACHED', 'MEDIUM', 1, { organisations: 1 }),
      attentionItem('WITHOUT_ORGANISER', 'MEDIUM', 7, { organisations: 7 }),
    ]);
    await expect.element(screen.getByRole('region', { name: 'Pending items', exact: true })).toBeVisible();
    expect(itemsOf()).toEqual([
      ['Urgent', '47 overdue assessments in 20 organisations (oldest 34 days)', '/T?attention=OVERDUE_ASSESSMENTS'],
      [
        'Waiting',
        '3 provisioning requests failed in 2 organisations (last 1 day ago)',
        '/T?attention=REFUSED_PROVISIONING',
      ],
      ['Waiting', '1 organisation at the user limit', '/T?attention=USER_LIMIT_REACHED'],
      ['Waiting', '7 organisations without an active main Organiser', '/T?attention=WITHOUT_ORGANISER'],
    ]);
    await screen.getByRole('link', { name: /^47 overdue/ }).click();
    await expect
      .poll(() => calls.map(({ variables }) => [variables.attention, variables.counts]))
      .toEqual([
        [undefined, true],
        ['OVERDUE_ASSESSMENTS', false],
      ]);
    // The counts are queried once and stay when the list is filtered.
    await expect
      .element(screen.getByLabelText('Pending items', { exact: true }).last())
      .toHaveValue('OVERDUE_ASSESSMENTS');
    await expect.element(screen.getByRole('link', { name: /^47 overdue/ })).toBeVisible();
  });

  test('ATTENTION-8 a mapping request is accepted on the own organisation’s page', async () => {
    let attention: object[] = urgent.filter(({ kind }) => kind === 'MAPPING_REQUESTS');
    const edge = mappingEdge('80');
    const { screen, calls } = await openConsole(
      '/O',
      gatewayOf({
        OrganisationPage: asked(() =>
          pageOf({ ...viewer, organisation: { ...organisation, attention } as typeof organisation }),
        ),
        MappingRequests: {
          data: { organisation: { ...organisation, mappings: { __typename: 'MappingConnection', edges: [edge] } } },
        },
        AcceptOrRejectMappingButton_Accept: asked(() => {
          attention = [];
          return {
            data: { answered: { __typename: 'AcceptMappingPayload', edge: mappingEdge('80', { state: 'ACCEPTED' }) } },
          };
        }),
      }),
    );
    await expect.element(screen.getByText(/asks to be your (customer|vendor)\.$/)).toBeVisible();
    await expect.element(screen.getByRole('button', { name: /^Reject/ })).toBeVisible();
    await screen.getByRole('button', { name: /^Accept/ }).click();
    await screen.getByRole('dialog').getByRole('button', { name: 'Accept' }).click();
    await expect.element(screen.getByRole('heading', { name: 'No pending items' })).toBeVisible();
    await expect.poll(() => document.activeElement).not.toBe(document.body);
    expect(calls.map(({ name }) => name).slice(0, 3)).toEqual([
      ...['OrganisationPage', 'MappingRequests', 'AcceptOrRejectMappingButton_Accept'],
    ]);
  });

  test('ATTENTION-9 a viewer who manages nothing reads what the console is for', async () => {
    const can = { ...viewer.can, viewUsers: false, manageUsers: false };
    const { screen } = await openOwn({ attention: null, viewerCanViewOverview: false }, {}, { ...viewer, can });
    const purpose = screen.getByRole('region', { name: 'What you can do here' });
    await expect.element(purpose.getByRole('link', { name: 'your profile' })).toHaveAttribute('href', '/profile');
    await screen.unmount();
    const other = await openOwn();
    await expect.element(other.screen.getByRole('heading', { name: 'General' })).toBeVisible();
    await expect.poll(() => other.screen.getByText('What you can do here').elements()).toEqual([]);
  });
});

describe('the charts', () => {
  test('OVERVIEW-10 OVERVIEW-14 are folded until they are asked for, and this browser keeps the choice', async () => {
    await page.viewport(1280, 800);
    const { screen, calls } = await openList([]);
    const button = screen.getByRole('button', { name: 'Charts' });
    await expect.element(button).toHaveAttribute('aria-expanded', 'false');
    expect(calls.map(({ name }) => name)).toEqual(['OrganisationListPage']);
    await button.click();
    await expect.element(button).toHaveAttribute('aria-expanded', 'true');
    await expect.element(screen.getByRole('heading', { name: '13 active users, 2 inactive', level: 3 })).toBeVisible();
    expect(localStorage.getItem('console.overview.list')).toBe('true');
    // There is no list with the users of all organisations, so the bars have no links.
    await expect.poll(() => screen.getByRole('link', { name: /^Auditee / }).elements()).toEqual([]);
  });

  const unfold = async ({ screen }: Awaited<ReturnType<typeof openOwn>>) => {
    await screen.getByRole('button', { name: 'Charts' }).click();
    await expect
      .element(screen.getByText(/^\d+ (sign-ins? in|active users)|^No data yet|^Charts are not/).first())
      .toBeVisible();
  };

  test('OVERVIEW-13 each chart is titled by what it shows and has a table with the numbers', async () => {
    await page.viewport(1280, 800);
    const opened = await openOwn();
    const { screen } = opened;
    await unfold(opened);
    expect(tableOf('13 active users, 2 inactive')).toEqual([
      ['Role', 'Active', 'Inactive'],
      ['Administrator', '1', '0'],
      ['Assessor', '4', '0'],
      ['Auditee', '8', '2'],
      ['No role', '0', '0'],
    ]);
    expect(tableOf('4 sign-ins in the last 2 days')).toEqual([
      ['Day (UTC)', 'Sign-ins'],
      ['19 Nov', '0'],
      ['20 Nov', '4'],
    ]);
    expect(tableOf('3 assessments due and 1 completed in the last 12 months')).toEqual([
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
    // The legend has the order of the columns.
    await expect.poll(() => document.querySelector('.recharts-legend-wrapper')?.textContent).toBe('DueCompleted');
  });

  test('OVERVIEW-12 ATTENTION-10 KEYBOARD-2 bars begin at zero, are to one scale, and lead to their lists', async () => {
    await page.viewport(1280, 800);
    const opened = await openOwn();
    const { screen } = opened;
    await unfold(opened);
    const width = (name: string) => {
      const bar = screen.getByText(name, { exact: true }).first().element().nextElementSibling?.firstElementChild;
      return bar?.getBoundingClientRect().width ?? 0;
    };
    const most = width('Auditee');
    expect(most).toBeGreaterThan(60);
    expect(width('Assessor') / most).toBeCloseTo(4 / 8, 2);
    expect(width('Administrator') / most).toBeCloseTo(1 / 8, 2);
    expect(width('No role')).toBe(0);
    const link = (name: string) => screen.getByRole('main').getByRole('link', { name });
    await expect.element(link('Auditee 8')).toHaveAttribute('href', '/U?role=5');
    await expect.element(link('On Hold 3')).toHaveAttribute('href', '/O/7?from=T&tab=asmt&status=On%20Hold');
    const icon = (name: string) => link(name).element().querySelector('svg')?.innerHTML ?? '';
    expect(new Set(['', icon('On Hold 3'), icon('Completed 2')]).size).toBe(3);
  });

  test('OVERVIEW-11 without the details of assessments there is no chart of them; without the right there are none', async () => {
    const opened = await openOwn({}, { Overview: overviewResponse({ assessmentDetails: null }) });
    const { screen } = opened;
    await unfold(opened);
    await expect.poll(() => screen.getByRole('heading', { name: /assessments/ }).elements()).toEqual([]);
    await screen.unmount();
    const other = await openOwn({ viewerCanViewOverview: false });
    await expect.element(other.screen.getByRole('heading', { name: 'General' })).toBeVisible();
    await expect.poll(() => other.screen.getByRole('button', { name: 'Charts' }).elements()).toEqual([]);
  });

  test('OVERVIEW-14 on a phone they are one below the other', async () => {
    await page.viewport(390, 844);
    await unfold(await openOwn({ attention: withoutRequests }));
    await expect.poll(() => document.querySelectorAll('section section').length).toBe(4);
    const lefts = [...document.querySelectorAll('section section')].map((one) => one.getBoundingClientRect().left);
    expect(new Set(lefts).size).toBe(1);
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });

  test('OVERVIEW-15 there is none of zeros: an organisation with the viewer alone says what comes next', async () => {
    const opened = await openOwn({}, { Overview: overviewResponse(emptyOverview) });
    const { screen } = opened;
    await unfold(opened);
    await expect.element(screen.getByRole('link', { name: 'Add users' })).toHaveAttribute('href', '/U/new');
    await expect
      .element(screen.getByRole('link', { name: 'Invite an organisation' }))
      .toHaveAttribute('href', '/M/invite');
    expect(document.querySelector('.recharts-surface')).toBeNull();
    await screen.unmount();
    const { users: _, ...others } = emptyOverview;
    const withUsers = await openOwn({}, { Overview: overviewResponse(others) });
    await unfold(withUsers);
    await expect.poll(() => document.querySelector('h3')?.textContent).toContain('13 active users');
  });

  test('OVERVIEW-8 a product API without figures says so', async () => {
    const opened = await openList(null, overviewResponse(unknownOverview));
    const { screen } = opened;
    await unfold(opened);
    await expect.element(screen.getByText(/^Charts are not available/)).toBeVisible();
  });

  test('OVERVIEW-16 that could not be loaded say so in their place, and the list stays', async () => {
    let answer = failing('INTERNAL', 'Broken');
    const { screen } = await openList([], asked(() => answer) as unknown as Answer);
    await screen.getByRole('button', { name: 'Charts' }).click();
    await expect.element(screen.getByText('The charts could not be loaded.')).toBeVisible();
    await expect.element(screen.getByText('Company 10')).toBeVisible();
    answer = overviewResponse();
    await screen.getByRole('button', { name: 'Try again' }).click();
    await expect.element(screen.getByRole('heading', { name: '13 active users, 2 inactive' })).toBeVisible();
  });
});
