import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { headingsOf, rowsRendered, usersPage } from '../../testing/lists.ts';
import { openMapping } from '../../testing/mappings.ts';
import { openConsole } from '../../testing/render.tsx';
import { asked, gatewayOf } from '../../testing/responses.ts';

const ours = ['Second factor', 'Last sign-in', 'Relationship', 'Modules'];

/** The columns at every width: all of the specification, then our own if there is room, then the buttons. */
const expectColumns = async (caption: string, specified: readonly string[]) => {
  for (const width of [1024, 1100, 1200, 1280, 1440, 1920]) {
    await page.viewport(width, 800);
    const titles = () => headingsOf(caption)[0] ?? [];
    await expect
      .poll(() => titles().filter((title) => !ours.includes(title)), { message: `${width}` })
      .toEqual(specified);
    await expect.poll(() => titles().findIndex((title) => ours.includes(title))).not.toBe(0);
    const at = titles().findIndex((title) => ours.includes(title));
    if (at >= 0) expect(titles().slice(0, at)).toEqual(specified.slice(0, -1));
  }
};

test('PERSON-5 USER-2 the columns of users that the specification names are shown from 1024 px, whatever is chosen besides', async () => {
  try {
    await page.viewport(1024, 800);
    await openConsole(
      '/U',
      gatewayOf({ OwnUsersPage: asked((call) => usersPage(call, { active: 4, hasSecondFactors: true })) }),
    );
    await rowsRendered();
    const key = 'console.columns.users';
    const newValue = '["factor","lastSignIn"]';
    localStorage.setItem(key, newValue);
    // Simulates another tab of the browser.
    window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }));
    await expectColumns('Active users', ['Name', 'Email', 'Department', 'Role', 'Action']);
    await expect.poll(() => headingsOf('Active users')[0]).toContain('Last sign-in');
  } finally {
    localStorage.removeItem('console.columns.users');
    await page.viewport(1280, 800);
  }
});

test('PERSON-5 MAP-4 MAP-5 the columns of mappings that the specification names are shown from 1024 px, before our own', async () => {
  try {
    await page.viewport(1024, 800);
    await openMapping();
    await expectColumns('Accepted mappings', ['Brand Name', 'Organiser', 'Email', 'Accepted Date', 'Action']);
    await expectColumns('Mapping requests', ['Brand Name', 'Requester', 'Request Date', 'Action']);
  } finally {
    await page.viewport(1280, 800);
  }
});
