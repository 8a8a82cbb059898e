import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { rowsOf, rowsRendered, usersPage } from '../../testing/lists.ts';
import { address, openConsole, renderAlone } from '../../testing/render.tsx';
import { asked, gatewayOf } from '../../testing/responses.ts';
import { held } from '../../testing/script.ts';
import { PeekList } from '../peek/PeekList.tsx';
import { Moment } from '../values/Moment.tsx';
import { DataTable } from './DataTable.tsx';
import { DensitySwitch } from './DensitySwitch.tsx';
import type { TableParams } from './useListParams.ts';

const noMove = () => {};
const table: TableParams = {
  page: 1,
  size: 25,
  sort: null,
  variables: { first: 25, offset: 0 },
  goTo: noMove,
  resize: noMove,
  sortBy: noMove,
};
const columns = [{ key: 'name', title: 'Name', render: ({ name }: { id: string; name: string }) => name }];
const empty = { nodes: [] as { id: string; name: string }[], totalCount: 0 };
const alone = { caption: 'Things', columns, table, loading: false, onRetry: noMove, emptyReason: 'Nobody made one.' };

const open = async (path = '/U', active = 60) => {
  const opened = await openConsole(path, gatewayOf({ OwnUsersPage: asked((call) => usersPage(call, { active })) }));
  await expect.element(opened.screen.getByRole('table', { name: 'Active users' })).toBeVisible();
  await rowsRendered();
  return opened;
};
const firstName = () => rowsOf('Active users')[0]?.[0];

test('UI-5 MSG-6 an empty table says No Data and why', async () => {
  const { screen } = await renderAlone(<DataTable {...alone} list={empty} />);
  await expect.element(screen.getByText('No Data', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('Nobody made one.')).toBeVisible();
});

test('UI-5 an empty table has nothing to scroll to', async () => {
  await renderAlone(<DataTable {...alone} list={empty} />);
  const frame = document.querySelector('table')?.parentElement;
  await expect.poll(() => frame && frame.scrollHeight - frame.clientHeight).toBe(0);
  await expect.poll(() => frame && frame.scrollWidth - frame.clientWidth).toBe(0);
});

test('UI-5 a list that failed is not empty', async () => {
  const { screen } = await renderAlone(<DataTable {...alone} list={null} />);
  await expect.element(screen.getByText('Things could not be loaded')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('UI-5 the first load has rows in the shape of what comes, and no words for them', async () => {
  const { screen } = await renderAlone(<DataTable {...alone} list={undefined} loading />);
  await expect.element(screen.getByRole('table', { name: 'Things' })).toBeVisible();
  await expect.poll(() => rowsOf('Things').flat().join('')).toBe('');
  await expect.poll(() => rowsOf('Things').length).toBeGreaterThan(3);
  await expect.element(screen.getByRole('rowheader')).not.toBeInTheDocument();
});

test('CONST-7 a page has 25 rows, and 10, 25, 50 or 100 can be chosen', async () => {
  const { screen, calls } = await open();
  await expect.poll(() => rowsOf('Active users')).toHaveLength(25);
  await expect.element(screen.getByText('1–25 of 60')).toBeVisible();
  const size = screen.getByRole('combobox', { name: 'Rows per page of Active users' });
  await expect
    .poll(() => [...size.element().querySelectorAll('option')].map(({ value }) => value))
    .toEqual(['10', '25', '50', '100']);
  await size.selectOptions('10');
  await expect.poll(() => rowsOf('Active users').length).toBe(10);
  expect(address()).toBe('/U?size=10');
  expect(calls.at(-1)?.variables).toMatchObject({ activeFirst: 10, inactiveFirst: 25 });
});

test('FRAME-8 a list of one page has no paging, except where a smaller page was chosen', async () => {
  const { screen } = await openConsole(
    '/U',
    gatewayOf({ OwnUsersPage: asked((call) => usersPage(call, { active: 20 })) }),
  );
  await expect.poll(() => rowsOf('Active users')).toHaveLength(20);
  await expect.element(screen.getByRole('navigation', { name: 'Pages of Active users' })).not.toBeInTheDocument();
  await screen.unmount();
  const other = await openConsole(
    '/U?size=10',
    gatewayOf({ OwnUsersPage: asked((call) => usersPage(call, { active: 20 })) }),
  );
  await expect.element(other.screen.getByText('1–10 of 20')).toBeVisible();
});

test('CONST-7 next and previous move through the pages, and Back returns to the page before', async () => {
  const { screen } = await open();
  const [previous, next] = ['Previous', 'Next'].map((name) =>
    screen.getByRole('button', { name: `${name} page of Active users` }),
  );
  if (!previous || !next) throw new Error('no paging');
  await expect.element(previous).toBeDisabled();
  await next.click();
  await expect.poll(firstName).toBe('Jane Doe 125');
  await next.click();
  await expect.poll(firstName).toBe('Jane Doe 150');
  await expect.element(screen.getByText('51–60 of 60')).toBeVisible();
  await expect.element(next).toBeDisabled();
  expect(address()).toBe('/U?page=3');
  window.history.back();
  await expect.poll(firstName).toBe('Jane Doe 125');
  await previous.click();
  await expect.poll(address).toBe('/U');
});

test('CONST-7 a page past the end of the list leads to the first one', async () => {
  const { screen } = await open('/U?page=9');
  await screen.getByRole('button', { name: 'Go to the first page' }).click();
  await expect.poll(firstName).toBe('Jane Doe 100');
});

test('UI-5 old rows stay, with a progress line, until the next ones are here', async () => {
  const answer = held<void>();
  let first = true;
  const { screen } = await openConsole(
    '/U',
    gatewayOf({
      OwnUsersPage: asked(async (call) => {
        if (!first) await answer.promise;
        first = false;
        return usersPage(call, { active: 60 });
      }),
    }),
  );
  await expect.poll(firstName).toBe('Jane Doe 100');
  await screen.getByRole('button', { name: 'Next page of Active users' }).click();
  await expect.element(screen.getByTestId('table-progress').first()).toBeInTheDocument();
  await expect.poll(() => firstName()).toBe('Jane Doe 100');
  answer.resolve();
  await expect.poll(firstName).toBe('Jane Doe 125');
  await expect.element(screen.getByTestId('table-progress').first()).not.toBeInTheDocument();
});

test('UI-5 the number of results is read out, and each row is named by its first cell', async () => {
  const { screen } = await open();
  await expect.element(screen.getByRole('status').filter({ hasText: 'Active users: 60 found' })).toBeInTheDocument();
  await expect.element(screen.getByRole('rowheader', { name: 'Jane Doe 100', exact: true })).toBeVisible();
});

test('UI-5 Back brings an earlier search into its field', async () => {
  const { screen } = await open();
  const search = screen.getByRole('searchbox');
  await search.fill('jane');
  await expect.poll(address).toBe('/U?search=jane');
  await search.fill('john');
  await expect.poll(address).toBe('/U?search=john');
  window.history.back();
  await expect.element(search).toHaveValue('jane');
  await screen.getByRole('button', { name: 'Clear search' }).first().click();
  await expect.poll(address).toBe('/U');
});

test.each([390, 360, 320])(
  'UI-5 UI-20 at %i px a table of numbers scrolls inside its frame and its first column stays',
  async (width) => {
    await page.viewport(width, 800);
    try {
      const numbers = ['one', 'two', 'three', 'four'].map((key) => ({
        key,
        title: key,
        kind: 'number' as const,
        sortable: true,
        render: () => 1,
      }));
      const columns = [...alone.columns, ...numbers];
      const nodes = [{ id: '1', name: 'Row' }];
      await renderAlone(<DataTable {...alone} columns={columns} list={{ nodes, totalCount: 1 }} />);
      await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      const frame = document.querySelector('table')?.parentElement;
      const cell = document.querySelector('tbody th');
      const before = cell?.getBoundingClientRect().left;
      const scrolled = () => {
        frame?.scrollTo({ left: 200 });
        return frame?.scrollLeft;
      };
      await expect.poll(scrolled).toBe(200);
      await expect.poll(() => cell?.getBoundingClientRect().left).toBe(before);
      await expect.poll(() => cell && getComputedStyle(cell, '::after').opacity).toBe('1');
    } finally {
      await page.viewport(1280, 800);
    }
  },
);

test('UI-5 only the page scrolls: the headings stay below the top bar, and nothing inside scrolls', async () => {
  await open();
  const heading = () => document.querySelector('thead th')?.getBoundingClientRect().top;
  await expect.poll(() => heading()).toBeGreaterThan(56);
  window.scrollTo(0, 400);
  await expect.poll(heading).toBe(56);
  const inner = [...document.querySelectorAll('main *')].filter(
    (element) => element.scrollHeight > element.clientHeight && /auto|scroll/.test(getComputedStyle(element).overflowY),
  );
  expect(inner).toEqual([]);
});

test('UI-5 rows are 36 px high, or 44 px where that was chosen, which the browser remembers', async () => {
  const { screen } = await open();
  const heights = () => [...document.querySelectorAll<HTMLElement>('tbody tr')].map(({ offsetHeight }) => offsetHeight);
  // Rows have two lines until the frame, which was narrow before, is measured.
  await expect.poll(() => new Set(heights())).toEqual(new Set([36]));
  await screen.getByRole('button', { name: 'Rows: Compact' }).click();
  await screen.getByRole('menuitemradio', { name: 'Comfortable' }).click();
  await expect.poll(() => new Set(heights())).toEqual(new Set([44]));
  expect(localStorage.getItem('console.density')).toBe('"comfortable"');
  localStorage.removeItem('console.density');
});

test('UI-5 a text that does not fit is cut, the name of a row after two lines, and its tooltip says it whole', async () => {
  const name = 'one that goes on and on '.repeat(20);
  const text = { title: 'Name', full: () => name, render: () => name };
  const both = [
    { key: 'first', ...text },
    { key: 'second', ...text },
  ];
  await renderAlone(
    <MemoryRouter>
      <PeekList panel={() => null}>
        <DataTable {...alone} columns={both} list={{ nodes: [{ id: '1', name }], totalCount: 1 }} />
      </PeekList>
    </MemoryRouter>,
  );
  await rowsRendered();
  const [first, second] = document.querySelectorAll<HTMLElement>(`[title="${name}"]`);
  await expect.poll(() => first && first.scrollHeight > first.clientHeight).toBe(true);
  await expect.poll(() => second && second.scrollWidth > second.clientWidth).toBe(true);
  await expect.poll(() => second && getComputedStyle(second).textOverflow).toBe('ellipsis');
  for (const place of [first, second]) await expect.poll(() => place?.offsetHeight).toBeLessThan(48);
  expect(second?.tagName).toBe('TD');
});

test('PERSON-7 in a table without panels no text is cut, and the time of day of its dates can be shown', async () => {
  const text = 'one that goes on and on '.repeat(20);
  const columns = [
    ...alone.columns,
    { key: 'text', title: 'Text', full: () => text, render: () => text },
    { key: 'at', title: 'At', render: () => <Moment at="2026-11-20T09:30:00.000Z" /> },
  ];
  const { screen } = await renderAlone(
    <>
      <DensitySwitch />
      <DataTable {...alone} columns={columns} list={{ nodes: [{ id: '1', name: 'One' }], totalCount: 1 }} />
    </>,
  );
  await rowsRendered();
  const cell = () => document.querySelector<HTMLElement>('tbody td');
  await expect.poll(() => cell()?.textContent).toBe(text);
  await expect.poll(() => (cell()?.scrollWidth ?? 0) - (cell()?.clientWidth ?? 0)).toBe(0);
  expect(rowsOf('Things')[0]?.[2]).toBe('20 Nov 2026');
  await screen.getByRole('button', { name: 'Rows: Compact' }).click();
  await screen.getByRole('menuitemcheckbox', { name: 'Time of day' }).click();
  await expect.poll(() => rowsOf('Things')[0]?.[2]).toMatch(/^20 Nov 2026.+\d\d:\d\d/);
  localStorage.removeItem('console.times');
});

test('UI-5 hostile names are text', async () => {
  const name = '<img src=x onerror=alert(1)>';
  const { screen } = await renderAlone(<DataTable {...alone} list={{ nodes: [{ id: '1', name }], totalCount: 1 }} />);
  await expect.element(screen.getByText(name)).toBeVisible();
  await expect.poll(() => document.querySelector('img[src="x"]')).toBeNull();
});

test('UI-5 a long page renders the rows of one screen first, with room for the others, which follow', async () => {
  const nodes = Array.from({ length: 60 }, (_, index) => ({ id: String(index), name: `Row ${index}` }));
  const rendered: [rows: number, height: number | undefined][] = [];
  const table = () => document.querySelector('table');
  const look = (cell: HTMLElement | null) => {
    if (cell) rendered.push([document.querySelectorAll('tbody th').length, table()?.offsetHeight]);
  };
  const observed = [
    { key: 'name', title: 'Name', render: ({ name }: { id: string; name: string }) => <span ref={look}>{name}</span> },
  ];
  await renderAlone(<DataTable {...alone} columns={observed} list={{ nodes, totalCount: 60 }} />);
  await expect.poll(() => rowsOf('Things').at(-1)).toEqual(['Row 59']);
  const height = table()?.offsetHeight;
  expect(new Set(rendered.map(String))).toEqual(new Set([`16,${height}`, `60,${height}`]));
});

test('UI-5 rows that are always all there have no pages', async () => {
  const { table: _table, ...still } = alone;
  const { screen } = await renderAlone(
    <DataTable {...still} list={{ nodes: [{ id: '1', name: 'One' }], totalCount: 1 }} />,
  );
  await expect.poll(() => rowsOf('Things')).toEqual([['One']]);
  await expect.element(screen.getByRole('button')).not.toBeInTheDocument();
  await expect.element(screen.getByRole('combobox')).not.toBeInTheDocument();
});
