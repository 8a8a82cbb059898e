import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { headingsOf, organisationList, organisationOf, rowsOf } from '../testing/lists.ts';
import { address, openConsole } from '../testing/render.tsx';
import { asked, failing, gatewayOf, viewer } from '../testing/responses.ts';
import type { Call } from '../testing/script.ts';

const active = 'Active organisations';
const disabled = 'Disabled organisations';

const open = async (path = '/T', list: (call: Call) => ReturnType<typeof organisationList> = organisationList) => {
  const opened = await openConsole(path, gatewayOf({ OrganisationListPage: asked(list) }));
  await expect.element(opened.screen.getByRole('heading', { name: 'Organisations', level: 1 })).toBeVisible();
  return opened;
};

test('ORG-1 LOOK-6 /T is two tables, active and disabled, under headings with their counts, without unknown totals, in one request', async () => {
  const { screen, calls } = await open();
  await expect.element(screen.getByRole('heading', { name: 'Active', exact: true, level: 2 })).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Disabled', exact: true, level: 2 })).toBeVisible();
  await expect.poll(() => rowsOf(active).map(([name]) => name)).toEqual(['Company 10', 'Company 11']);
  await expect.poll(() => rowsOf(disabled).map(([name]) => name)).toEqual(['Company 500']);
  await expect.element(screen.getByLabelText('2 in all')).toBeVisible();
  expect(totalsOf(active)).toEqual([]);
  expect(calls.map(({ name }) => name)).toEqual(['OrganisationListPage']);
  await expect.poll(() => document.title).toBe('Organisations · Console');
});

test('ORG-2 MSG-30 the columns, with Pending, Completed and Total under Assessments', async () => {
  const { screen } = await open();
  await expect.poll(() => screen.getByRole('columnheader').elements().length).toBe(14);
  for (const caption of [active, disabled])
    await expect
      .poll(() => headingsOf(caption))
      .toEqual([
        ['', '', 'Assessments', '', ''],
        ['Organisation', 'Allocated Models', 'Pending', 'Completed', 'Total', 'Assessors', 'Auditees'],
      ]);
  await expect.poll(() => rowsOf(active)[0]).toEqual(['Company 10', '3', '4', '1,250', '1,254', '5', '6']);
  const groups = [...document.querySelectorAll<HTMLTableCellElement>('thead tr:first-child > *')];
  expect(groups.slice(0, 5).map(({ tagName, scope, colSpan }) => [tagName, scope, colSpan])).toEqual([
    ['TD', '', 1],
    ['TD', '', 1],
    ['TH', 'colgroup', 3],
    ['TD', '', 1],
    ['TD', '', 1],
  ]);
});

const totals = {
  __typename: 'OrganisationCounts',
  models: 70,
  pendingAssessments: 80,
  completedAssessments: 90,
  assessments: 170,
  assessors: null,
  auditees: 1234,
};

const listWithTotals = (call: Call, disabled = 1) => {
  const answer = organisationList(call, 60, disabled);
  for (const list of [answer.data.active, answer.data.disabled]) Object.assign(list, { totals });
  return answer;
};

const totalsOf = (caption: string) =>
  [...document.querySelectorAll(`table[aria-label="${caption}"] tfoot :is(th, td)`)].map((cell) => cell.textContent);

test('LOOK-6 below several organisations is the total of all pages; below one there is none', async () => {
  await open('/T', (call) => listWithTotals(call));
  await expect.poll(() => totalsOf(active)).toEqual(['Total of 60', '70', '80', '90', '170', '–', '1,234']);
  expect(document.querySelector('tfoot th')?.getAttribute('scope')).toBe('row');
  expect(totalsOf(disabled)).toEqual([]);
});

test('LOOK-6 UI-20 on a phone the total has two lines as a row does', async () => {
  await page.viewport(390, 800);
  try {
    await open('/T', (call) => listWithTotals(call));
    await expect.poll(() => totalsOf(active)).toEqual(['Total of 6070 models90 of 170 assessments completed']);
  } finally {
    await page.viewport(1280, 800);
  }
});

test('ORG-2 UI-20 on a phone a row has two lines: the whole name, then models and assessments', async () => {
  await page.viewport(390, 800);
  try {
    const name = 'One of the Longest Names of Any Organisation';
    await open('/T', (call) => {
      const answer = organisationList(call);
      answer.data.active.nodes = [organisationOf('10', { brandName: name })];
      return answer;
    });
    await expect.poll(() => rowsOf(active)).toEqual([[`${name}3 models1,250 of 1,254 assessments completed`]]);
    const row = document.querySelector('tbody th > span');
    await expect.poll(() => row && row.scrollWidth - row.clientWidth).toBe(0);
    await expect.poll(() => document.querySelector('table')?.parentElement?.scrollLeft).toBe(0);
  } finally {
    await page.viewport(1280, 800);
  }
});

test('ORG-6 the name leads to the organisation, with T as where it was opened from', async () => {
  const { screen } = await open();
  await expect.element(screen.getByRole('link', { name: 'Company 10' })).toHaveAttribute('href', '/O/10?from=T');
});

test('START-14 an organisation with an icon shows it in its row and its panel, without a request of its own', async () => {
  const url = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>')}`;
  const icon = { __typename: 'StoredFile', name: 'icon.svg', url };
  const { screen, calls } = await open('/T', (call) => {
    const answer = organisationList(call);
    answer.data.active.nodes = [organisationOf('10', { icon }), organisationOf('11', { icon: null })];
    return answer;
  });
  const imagesOf = (row: RegExp) => [...screen.getByRole('row', { name: row }).element().querySelectorAll('img')];
  await expect.poll(() => imagesOf(/^Company 10/).map(({ src }) => src)).toEqual([url]);
  expect(imagesOf(/^Company 11/)).toEqual([]);
  expect(calls.map(({ name }) => name)).toEqual(['OrganisationListPage']);
  await userEvent.keyboard('j ');
  const panel = screen.getByRole('dialog', { name: 'Company 10', exact: true });
  await expect.poll(() => panel.element().querySelector('img')?.src).toBe(url);
});

describe('START-13 an empty list', () => {
  const start = (may: boolean, active = 0, own = true) =>
    open('/T', (call) => {
      const answer = organisationList(call, active, call.variables.search ? 0 : active > 0 ? 0 : 1);
      if (own && active === 1) answer.data.active.nodes = [organisationOf('7')];
      const who = { ...viewer, can: { ...viewer.can, createOrganisation: may } };
      return { ...answer, data: { ...answer.data, viewer: who } };
    });
  const create = page.getByRole('link', { name: 'Create an organisation' });

  test('START-13 leads who may create organisations there', async () => {
    const { screen } = await start(true);
    await expect.element(screen.getByText('No active organisations.', { exact: true })).toBeVisible();
    await expect.element(create).toHaveAttribute('href', '/O/create');
  });

  test('START-13 says to others who creates them', async () => {
    const { screen } = await start(false);
    await expect
      .element(screen.getByText('No active organisations. Administrators create organisations.'))
      .toBeVisible();
    await expect.element(create).not.toBeInTheDocument();
  });

  test('START-13 with the own organisation alone has the next step, which a search does not have', async () => {
    const { screen } = await start(true, 1);
    await expect.element(screen.getByText(/^Your organisation is the only one so far/)).toBeVisible();
    await expect.element(create).toBeVisible();
    await screen.getByRole('searchbox').fill('acme');
    await expect.element(create).not.toBeInTheDocument();
  });
});

test('ORG-1 a search that only finds disabled organisations folds the active ones', async () => {
  const { screen } = await open('/T?search=acme', (call) => organisationList(call, 0, 1));
  await expect.element(screen.getByText('Nothing matches.')).toBeVisible();
  await expect.element(screen.getByRole('table', { name: active })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('table', { name: disabled })).toBeVisible();
});

test('ORG-1 the title has the number of organisations, except while a search leaves some out', async () => {
  const { screen } = await open('/T', (call) => organisationList(call, 1200, 34));
  await expect.element(screen.getByLabelText('1,234 in all')).toBeVisible();
  await screen.getByRole('searchbox').fill('acme');
  await expect.element(screen.getByLabelText('1,234 in all')).not.toBeInTheDocument();
});

test('ORG-1 search asks for both tables at once, and a search without a hit can be cleared', async () => {
  const { screen, calls } = await open('/T?page=2&disabled-page=3', (call) =>
    call.variables.search ? organisationList(call, 0, 0) : organisationList(call, 60, 70),
  );
  await screen.getByRole('searchbox', { name: 'Search organisations' }).fill('acme');
  await expect.poll(() => calls.length).toBe(2);
  expect(calls[1]?.variables).toMatchObject({ search: 'acme', activeOffset: 0, disabledOffset: 0 });
  expect(address()).toBe('/T?search=acme');
  await expect.element(screen.getByText('Nothing matches “acme”.').first()).toBeVisible();
  await screen.getByRole('button', { name: 'Clear search', exact: true }).last().click();
  await expect.poll(() => rowsOf(active).length).toBe(25);
  expect(address()).toBe('/T');
});

test('ORG-3 a heading sorts its own table: upwards, downwards, then as the server orders it', async () => {
  const { screen, calls } = await open();
  const heading = screen.getByRole('table', { name: disabled }).getByRole('columnheader', { name: 'Auditees' });
  const cell = () => heading.element().getAttribute('aria-sort');
  await heading.click();
  await expect.poll(() => calls.at(-1)?.variables.disabledOrder).toEqual({ field: 'AUDITEES', direction: 'ASC' });
  expect(calls.at(-1)?.variables.activeOrder).toBeUndefined();
  await expect.poll(cell).toBe('ascending');
  expect(address()).toBe('/T?disabled-sort=auditees');
  await heading.click();
  await expect.poll(() => calls.at(-1)?.variables.disabledOrder).toEqual({ field: 'AUDITEES', direction: 'DESC' });
  await expect.poll(cell).toBe('descending');
  await heading.click();
  await expect.poll(address).toBe('/T');
  await expect.poll(cell).toBeNull();
});

test('ORG-1 the disabled table folds away, and this browser remembers it', async () => {
  const { screen } = await open();
  await screen.getByRole('button', { name: 'Disabled' }).click();
  await expect.element(screen.getByRole('table', { name: disabled })).not.toBeInTheDocument();
  expect(localStorage.getItem('console.folded.disabled-organisations')).toBe('true');
});

test('START-13 ORG-1 a table that failed is not No Data: it says so and asks again', async () => {
  let broken = true;
  const { screen } = await open('/T', (call) => {
    const answer = organisationList(call);
    if (!broken) return answer;
    const { errors } = failing('UPSTREAM_BAD_RESPONSE', 'Request Failed');
    return { data: { ...answer.data, disabled: null }, errors } as never;
  });
  await expect.element(screen.getByText('Disabled organisations could not be loaded')).toBeVisible();
  await expect.element(screen.getByText('No Data')).not.toBeInTheDocument();
  await expect.poll(() => rowsOf(active)).toHaveLength(2);
  broken = false;
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => rowsOf(disabled).length).toBe(1);
});

const _organiser = { ...viewer, can: { ...viewer.can, listOrganisations: false } };

test('ORG-1 / puts the cursor into the search', async () => {
  const { screen } = await open();
  const search = screen.getByRole('searchbox', { name: 'Search organisations' });
  // The heading is rendered before the list.
  await expect.element(search).toBeVisible();
  await userEvent.keyboard('/');
  await expect.element(search).toHaveFocus();
  await expect.element(search).toHaveValue('');
});

test('ORG-2 each row has a bar of the completed assessments, and none where they are unknown', async () => {
  const counts = { ...organisationOf('10').counts, assessments: 4, completedAssessments: 1 };
  const nodes = [organisationOf('10', { counts }), organisationOf('11', { counts: null })];
  const { data } = organisationList({ variables: { activeFirst: 25, activeOffset: 0 } } as never);
  const answer = { data: { ...data, active: { ...data.active, nodes } } };
  const { screen } = await openConsole('/T', gatewayOf({ OrganisationListPage: answer }));
  const rows = screen.getByRole('table', { name: 'Active organisations' }).getByRole('row');
  await expect.element(rows.filter({ hasText: 'Company 10' })).toBeVisible();
  const bars = (name: string) =>
    [...rows.filter({ hasText: name }).element().querySelectorAll('td [aria-hidden] > span')].map(
      (bar) => bar.getBoundingClientRect().width / (bar.parentElement as Element).getBoundingClientRect().width,
    );
  await expect.poll(() => bars('Company 10')).toEqual([0.25]);
  await expect.poll(() => bars('Company 11')).toEqual([]);
});
