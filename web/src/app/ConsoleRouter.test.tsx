import { expect, test } from 'vitest';
import { userOf, usersPage } from '../testing/lists.ts';
import { openConsole } from '../testing/render.tsx';
import { asked, gatewayOf, viewer } from '../testing/responses.ts';

const gateway = gatewayOf({
  OwnUsersPage: asked((call) => usersPage(call)),
  UserPage: asked(({ variables }) => ({ data: { viewer, user: userOf(String(variables.id)) } })),
});

const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

// The router's view transitions showed the page of Back, under the address of the one after it.
test('LOOK-4 a click right after Back shows the page that was asked for last', async () => {
  const { screen } = await openConsole('/U', gateway);
  const title = (name: string) => screen.getByRole('heading', { name, level: 1 });
  await screen.getByRole('link', { name: 'Jane Doe 101', exact: true }).click();
  await expect.element(title('Jane Doe 101')).toBeVisible();
  const back = new Promise<unknown>((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  window.history.back();
  await back;
  window.history.pushState(null, '', '/page-not-found');
  window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
  for (let frames = 0; frames < 20; frames += 1) await painted();
  await expect.element(title('Page Not Found')).toBeVisible();
});
