import { expect, test } from '@playwright/test';
import { screens } from './screens/screens.ts';

test('UI-20 pictures are taken of the page of every route, each under a name of its own', async () => {
  // Imported dynamically, because the console is a separate TypeScript project.
  const { pages } = (await import(new URL('../web/src/app/pages.ts', import.meta.url).href)) as {
    pages: { path: string }[];
  };
  const routes = new Set(screens.map(({ route }) => route));
  expect(pages.map(({ path }) => path).filter((path) => !routes.has(path))).toEqual([]);
  expect(new Set(screens.map(({ name }) => name)).size).toBe(screens.length);
});
