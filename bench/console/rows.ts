import type { Browser, Page } from '@playwright/test';
import { median } from '../measure.ts';
import type { Server } from '../processes.ts';
import { keyOf, stubOrganisations } from '../upstream/organisations.ts';
import { type KeyTime, pressKey } from './key-time.ts';
import { plainTable } from './plain-table.ts';

const world = stubOrganisations.tenThousand;
/** A text in every row; a digit after it matches about a ninth of them. */
const prefix = 'family';
const digits = ['1', '3', '5', '7', '9'];

/** The lists that are searched. */
export const listTitles = {
  console25: 'console, 25 of 10,000 on a page',
  console100: 'console, 100 of 10,000 on a page',
  plain: 'plain table, all of 1,000',
} as const;
export type List = keyof typeof listTitles;
const lists = Object.keys(listTitles) as List[];

interface Nodes {
  elements: number;
  texts: number;
}

/** The cost of a table of 10,000 rows in the browser. */
export interface RowsMeasurements {
  /** Elements of the table's section; of the plain page, all elements. */
  nodes: Record<List, Nodes>;
  /** One entry for each round: the median over the keys. */
  keys: Record<List, KeyTime[]>;
}

const countText = (count: number) => `Active users: ${count.toLocaleString('en')} found`;
/** How many of 0 to 9,999 begin with a digit other than 0. */
const narrowed = countText(1_111);

/** Signs in to the console, and how the list of users is opened then. */
async function signInToList(browser: Browser, { port }: Server) {
  const page = await browser.newPage();
  await page.goto(`http://localhost:${port}/login`);
  await page.getByRole('textbox', { name: 'Email' }).fill(`${keyOf(world)}@bench.example`);
  await page.getByRole('textbox', { name: 'Password' }).fill('Secret-1234');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.waitForURL(/\/O$/);
  const openUsers = async (size: number) => {
    await page.goto(`http://localhost:${port}/U?size=${size}&search=${prefix}`);
    await page.getByText(countText(world.users), { exact: true }).waitFor({ state: 'attached' });
    const complaints = await page.getByRole('alert').allTextContents();
    if (complaints.length > 0) throw new Error(`The list of users is not as it should be: ${complaints.join(' ')}`);
  };
  return { page, openUsers };
}

async function openConsole(browser: Browser, server: Server, size: number): Promise<Page> {
  const { page, openUsers } = await signInToList(browser, server);
  await openUsers(size);
  return page;
}

async function openPlain(browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  await page.setContent(plainTable());
  await page.getByRole('searchbox').fill(prefix);
  return page;
}

/** The median of keys that narrow the list and widen it again. */
async function pressKeys(page: Page, list: List): Promise<KeyTime> {
  const plain = list === 'plain';
  await page.bringToFront();
  await page.getByRole('searchbox').focus();
  await page.keyboard.press('End');
  const times: KeyTime[] = [];
  for (const digit of digits) {
    times.push(await pressKey(page, digit, plain ? '' : narrowed));
    times.push(await pressKey(page, 'Backspace', plain ? '' : countText(world.users)));
  }
  return {
    inputMs: median(times.map(({ inputMs }) => inputMs)),
    rowsMs: median(times.map(({ rowsMs }) => rowsMs)),
  };
}

const countNodes = (page: Page): Promise<Nodes> =>
  page
    .getByRole('table')
    .first()
    .evaluate((table) => {
      const section = table.closest('section') ?? document.body;
      const texts = document.createTreeWalker(section, NodeFilter.SHOW_TEXT);
      let count = 0;
      while (texts.nextNode()) count += 1;
      return { elements: section.querySelectorAll('*').length, texts: count };
    });

/** The console's list of 10,000 users at 25 and at 100 rows a page, compared with 1,000 in a plain table. */
export async function measureRows(browser: Browser, server: Server, rounds: number): Promise<RowsMeasurements> {
  const pages = {
    console25: await openConsole(browser, server, 25),
    console100: await openConsole(browser, server, 100),
    plain: await openPlain(browser),
  };
  const nodes = {
    console25: await countNodes(pages.console25),
    console100: await countNodes(pages.console100),
    plain: await countNodes(pages.plain),
  };
  const keys: RowsMeasurements['keys'] = { console25: [], console100: [], plain: [] };
  for (const list of lists) await pressKeys(pages[list], list);
  for (let round = 0; round < rounds; round++)
    for (const place of lists.keys()) {
      const list = lists[(place + round) % lists.length];
      if (list) keys[list].push(await pressKeys(pages[list], list));
    }
  for (const page of Object.values(pages)) await page.close();
  return { nodes, keys };
}

/** The ratio of a list's time to the plain table's in a round; the median of all rounds. */
export const keyRatio = ({ keys }: RowsMeasurements, list: List, time: keyof KeyTime): number =>
  median(keys[list].map((ours, round) => ours[time] / (keys.plain[round]?.[time] ?? Number.NaN)));
