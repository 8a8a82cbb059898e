import { expect, type Locator, type Page } from '@playwright/test';
import { answerAsWithMailServer, goWithin, signIn, test } from './journey.ts';

const widths = [320, 390, 768, 1280, 1920];

const lists = ['/T', '/U', '/M', '/O/2/user?from=T', '/O/2?from=T&tab=asmt', '/O/2?from=T&tab=model', '/O/2/mapping'];
const others = [
  '/O',
  '/O/edit',
  '/O/create',
  '/U/new',
  '/U/upload',
  '/U/invite',
  '/M/invite',
  '/S',
  '/profile',
  '/profile?tab=api-keys',
  '/O/2?from=T',
  '/O/2?from=T&tab=sso',
  '/O/2?from=T&tab=config',
  '/O/1?from=T&tab=keys',
  '/O/2/edit?from=T',
];

/** The left edges of a page's header and of the content below it. */
const leftEdgesNow = (page: Page) =>
  page.locator('main header >> nth=0').evaluate((header) => {
    const parts = [...(header.parentElement?.children ?? [])].map((part) => part.getBoundingClientRect());
    return [...new Set(parts.filter(({ width }) => width > 1).map(({ left }) => left))];
  });

/** The right edge of a page's content: of its tables, or of its side column. */
const rightEdge = async (page: Page, path: string): Promise<number> => {
  await goWithin(page, path);
  await page.locator('main header h1').waitFor();
  await expect(page.locator('main [aria-busy="true"]').or(page.getByText('Loading…'))).toHaveCount(0);
  const edges = () =>
    page
      .locator('main aside, main div:has(> div > div > table)')
      .evaluateAll((parts) => Math.max(0, ...parts.map((part) => Math.round(part.getBoundingClientRect().right))));
  await expect.poll(edges, path).toBeGreaterThan(0);
  return edges();
};

test('FRAME-1 UI-5 from 1200 px every page has the same right edge', async ({ page }) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, 'admin@demo.example', '/U');
  const edge = await rightEdge(page, '/T');
  for (const path of [...lists, ...others, '/profile?tab=password', '/profile?tab=security'])
    expect(await rightEdge(page, path), path).toBe(edge);
});

/** Elements of the page that scroll vertically by themselves. */
const nestedScrolls = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .filter(
        (element) =>
          element.scrollHeight > element.clientHeight && /auto|scroll/.test(getComputedStyle(element).overflowY),
      )
      .map(({ outerHTML }) => outerHTML.slice(0, 200)),
  );

/** The left edge of the page's content at each width. Also checks that the page fits and scrolls as a whole. */
async function leftEdges(page: Page, path: string): Promise<number[]> {
  await goWithin(page, path);
  await page.locator('main header h1').waitFor();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  const edges: number[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), `${path} at ${width}`)
      .toBeLessThanOrEqual(0);
    await expect.poll(() => nestedScrolls(page), `${path} at ${width}`).toEqual([]);
    // The page may still be replacing its skeleton.
    let lefts: number[] = [];
    const read = async () => {
      lefts = await leftEdgesNow(page);
      return lefts;
    };
    await expect.poll(read, `${path} at ${width}`).toHaveLength(1);
    edges.push(...lefts);
  }
  return edges;
}

test('UI-5 UI-20 every page has the same left edge, fits from 320 px up, and scrolls as a whole', async ({ page }) => {
  test.setTimeout(240_000);
  await signIn(page, 'admin@demo.example', '/U');
  const person = await page.getByRole('table').first().getByRole('link').first().getAttribute('href');
  const user = String(person).replace(/\/view$/, '');
  const edges = await leftEdges(page, '/T');
  for (const path of [...lists, ...others, `${user}/view`, `${user}/edit`])
    expect(await leftEdges(page, path), path).toEqual(edges);
});

/** The top edges of a table and its rows, in pixels from the top of the window. */
const placesOf = (page: Page) =>
  page
    .getByRole('table')
    .first()
    .evaluate((table) => ({
      top: table.getBoundingClientRect().top,
      rows: [...table.querySelectorAll('tbody tr')].map((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return { top, bottom };
      }),
    }));

test('UI-5 USER-1 lists begin within 170 px, also beside tabs, and 16 users are in sight at 1280 × 800', async ({
  page,
}) => {
  await answerAsWithMailServer(page);
  await signIn(page, 'admin@demo.example');
  await page.setViewportSize({ width: 1280, height: 800 });
  // /T is left out, because it begins with the section of what needs attention.
  for (const path of [
    '/U',
    '/M',
    '/O/1/user?from=T',
    '/O/1?from=T&tab=asmt',
    '/O/1?from=T&tab=model',
    '/O/1/mapping',
  ]) {
    await goWithin(page, path);
    await expect(page.getByRole('table').first().getByRole('rowheader').first()).toBeVisible();
    await expect.poll(async () => (await placesOf(page)).top, path).toBeLessThanOrEqual(170);
  }
  await goWithin(page, '/U');
  await expect(page.getByRole('table').first().getByRole('rowheader').first()).toBeVisible();
  const inSight = async () => (await placesOf(page)).rows.filter(({ bottom }) => bottom <= 800).length;
  await expect.poll(inSight).toBeGreaterThanOrEqual(16);
});

test('ORG-12 UI-5 the tabs of an organisation stay in place from tab to tab', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, 'admin@demo.example', '/O/2?from=T');
  const tabs = page.getByRole('navigation', { name: 'Organisation sections' });
  await expect(tabs.getByRole('link')).toHaveCount(8);
  const titles = await tabs.getByRole('link').allTextContents();
  const places: { name: string; x: number | undefined; y: number | undefined }[] = [];
  for (const name of titles) {
    await tabs.getByRole('link', { name, exact: true }).click();
    await expect(tabs.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page');
    await expect(page.locator('main [aria-busy="true"]').or(page.getByText('Loading…'))).toHaveCount(0);
    const box = await tabs.boundingBox();
    places.push({ name, x: box?.x, y: box?.y });
  }
  expect(places).toEqual(titles.map((name) => ({ ...places[0], name })));
});

test('UI-5 UI-20 on a phone the first row is within 300 px and has the email below the name', async ({ page }) => {
  await answerAsWithMailServer(page);
  await signIn(page, 'admin@demo.example');
  await page.setViewportSize({ width: 390, height: 844 });
  await goWithin(page, '/U');
  await expect(page.getByRole('table').first().getByRole('rowheader').first()).toBeVisible();
  await expect.poll(async () => (await placesOf(page)).rows[0]?.top).toBeLessThanOrEqual(300);
  const first = page.getByRole('table').first().getByRole('rowheader').first();
  const name = await first.getByRole('link').boundingBox();
  const email = await first.getByText('@').boundingBox();
  expect(email?.y).toBeGreaterThanOrEqual((name?.y ?? Number.POSITIVE_INFINITY) + (name?.height ?? 0));
});

test('UI-5 UI-20 on a tablet a toolbar has two lines at most, and the actions of a page are beside its title', async ({
  page,
}) => {
  await answerAsWithMailServer(page);
  await signIn(page, 'admin@demo.example');
  await page.setViewportSize({ width: 768, height: 1024 });
  for (const path of ['/U', '/U?responder=yes', '/O/4/user?from=T', '/O/4/user?from=T&responder=yes', '/T', '/M']) {
    await goWithin(page, path);
    const line = page.locator('main section:has([role="searchbox"])').first().locator('> :first-child');
    await expect(line.getByRole('searchbox')).toBeVisible();
    await expect.poll(async () => (await line.boundingBox())?.height, path).toBeLessThanOrEqual(90);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await goWithin(page, '/O/4?from=T');
  const header = page.locator('main header');
  const centre = async (part: Locator) => {
    const box = await part.boundingBox();
    return Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2);
  };
  const [edit, title] = [header.getByRole('link', { name: 'Edit' }), header.getByRole('heading', { level: 1 })];
  await expect.poll(async () => Math.abs((await centre(edit)) - (await centre(title)))).toBeLessThanOrEqual(4);
});

test('UI-5 the headings of a table stay below the top bar while the page scrolls', async ({ page }) => {
  await answerAsWithMailServer(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, 'admin@demo.example', '/U');
  const heading = page.getByRole('table').first().getByRole('columnheader').first();
  await expect(heading).toBeVisible();
  await page.mouse.move(640, 500);
  await page.mouse.wheel(0, 500);
  await expect.poll(async () => (await heading.boundingBox())?.y).toBe(56);
});
