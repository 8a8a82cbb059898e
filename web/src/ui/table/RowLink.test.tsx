import { expect, onTestFinished, test, vi } from 'vitest';
import { asked, gatewayOf, viewer } from '../../testing/answers.ts';
import { ownUsers, userOf } from '../../testing/lists.ts';
import { openConsole } from '../../testing/render.tsx';

const gateway = gatewayOf({
  OwnUsersPage: asked((call) => ownUsers(call)),
  UserPage: asked(({ variables }) => ({ data: { viewer, user: userOf(String(variables.id)) } })),
});

const preferMotion = (wanted: boolean) => {
  const matchMedia = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    matchMedia(query.includes('reduced-motion') ? (wanted ? 'not all' : 'all') : query),
  );
};

/** What moves in a View Transition. */
const moving = () =>
  [...document.querySelectorAll('main *')]
    .filter((element) => getComputedStyle(element).viewTransitionName !== 'none')
    .map(({ tagName, textContent }) => `${tagName} ${textContent}`);

const watchTransitions = () => {
  const seen: string[][] = [];
  const start = document.startViewTransition.bind(document);
  const spy = vi.spyOn(document, 'startViewTransition').mockImplementation((update) => {
    seen.push(moving());
    const transition = start(update);
    void transition.updateCallbackDone.then(() => seen.push(moving()));
    return transition;
  });
  onTestFinished(() => void spy.mockRestore());
  return seen;
};

test('the name of a row moves to the title of its page, and back', async () => {
  preferMotion(true);
  const seen = watchTransitions();
  // After 100 ms the loading screen would replace the row.
  await import('../../pages/UserPage.tsx');
  const { screen } = await openConsole('/U', gateway);
  await screen.getByRole('link', { name: 'Jane Doe 101', exact: true }).click();
  await expect.element(screen.getByRole('heading', { name: 'Jane Doe 101', level: 1 })).toBeVisible();
  await expect.poll(() => seen).toEqual([['A Jane Doe 101'], ['H1 Jane Doe 101']]);
  await expect.element(screen.getByRole('main')).toHaveFocus();
  window.history.back();
  await expect.element(screen.getByRole('table', { name: 'Active users' })).toBeVisible();
  await expect.poll(() => seen.slice(2)).toEqual([['H1 Jane Doe 101'], ['A Jane Doe 101']]);
});

test('with reduced motion nothing moves', async () => {
  preferMotion(false);
  const seen = watchTransitions();
  const { screen } = await openConsole('/U', gateway);
  await screen.getByRole('link', { name: 'Jane Doe 101', exact: true }).click();
  await expect.element(screen.getByRole('heading', { name: 'Jane Doe 101', level: 1 })).toBeVisible();
  expect(seen).toEqual([]);
});
