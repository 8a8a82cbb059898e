import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { OutageMonitor, outageMonitor } from '../feedback/outage.ts';
import { rowsOf, rowsRendered, usersPage } from '../testing/lists.ts';
import { choose, fill, openNewUser } from '../testing/newUser.ts';
import { profileOf } from '../testing/profile.ts';
import { address, openConsole } from '../testing/render.tsx';
import { asked, failing, gatewayOf, pageOf, viewer } from '../testing/responses.ts';
import type { Answer } from '../testing/script.ts';
import { created } from '../testing/users.ts';

type Screen = Awaited<ReturnType<typeof openConsole>>['screen'];

const notices = (screen: Screen) => screen.getByRole('status', { name: 'Notices' });
const expectNoToast = (screen: Screen) => expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
const noViewer = (code: string): Answer => ({
  ...failing(code, 'Request Failed'),
  data: { viewer: null, lookups: null },
});

const outages: [string, () => Answer | Response, string][] = [
  ['the product API', () => noViewer('UPSTREAM_UNAVAILABLE'), 'The platform is not responding.'],
  [
    'a proxy before the gateway',
    () => new Response('Bad Gateway', { status: 502 }),
    'The console’s server cannot be reached.',
  ],
  [
    'the gateway',
    () => {
      throw new TypeError('Failed to fetch');
    },
    'The console’s server cannot be reached.',
  ],
];

/** Opens the list of users with a gateway that fails while `broken` says so. */
const openList = async (broken: () => Answer | Response) => {
  let isBroken = false;
  const opened = await openConsole(
    '/U',
    gatewayOf({
      OwnUsersPage: asked((call) => (isBroken ? broken() : usersPage(call))),
      OutageLink: asked(() => (isBroken ? broken() : pageOf(viewer))),
    }),
  );
  await expect.element(opened.screen.getByRole('table', { name: 'Active users' })).toBeVisible();
  await rowsRendered();
  const setBroken = (now: boolean) => {
    isBroken = now;
  };
  return { ...opened, setBroken };
};

describe.each(outages)('a search during an outage of %s', (_what, broken, title) => {
  test('START-43 START-44 the old rows and the typed text stay below one line, and the search is sent again by itself', async () => {
    const { screen, setBroken } = await openList(broken);
    const rows = rowsOf('Active users').length;
    setBroken(true);
    const search = screen.getByRole('searchbox', { name: 'Search users' });
    await search.fill('jane');
    await expect.element(notices(screen).getByText(title)).toBeVisible();
    await expect
      .element(notices(screen).getByText(/You are still signed in, and your unsaved changes are kept\./))
      .toBeVisible();
    await expect.poll(() => rowsOf('Active users')).toHaveLength(rows);
    await expect.element(search).toHaveValue('jane');
    await expect.poll(address).toBe('/U?search=jane');
    await expectNoToast(screen);
    setBroken(false);
    await expect.element(notices(screen).getByText(title)).not.toBeInTheDocument();
    await expect.element(screen.getByText('Connection restored')).toBeVisible();
    await expect.element(screen.getByRole('table', { name: 'Active users' })).toBeVisible();
  });
});

test('START-44 START-78 a first load that fails says so in place, under a heading, and loads by itself', async () => {
  let broken = true;
  const { screen } = await openConsole(
    '/O',
    gatewayOf({ OrganisationPage: asked(() => (broken ? noViewer('UPSTREAM_UNAVAILABLE') : pageOf(viewer))) }),
  );
  await expect.element(screen.getByText('Your organisation could not be loaded')).toBeVisible();
  await expect
    .element(screen.getByText('The platform is not responding. Loading continues when the connection is restored.'))
    .toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expectNoToast(screen);
  await expect.element(screen.getByRole('heading', { name: 'Your organisation', level: 1 })).toBeInTheDocument();
  broken = false;
  await expect.element(screen.getByRole('heading', { name: 'Demo' })).toBeVisible();
});

test('START-73 ERR-11 offline, what could not be loaded says so with another icon, and loads once by itself', async () => {
  onTestFinished(outageMonitor.start());
  let state: 'failing' | 'offline' | 'online' = 'failing';
  const { screen, names } = await openConsole(
    '/profile',
    gatewayOf({
      ProfilePage: asked(() => {
        if (state === 'failing') return failing('UPSTREAM_BAD_RESPONSE', 'That did not work');
        if (state === 'offline') throw new TypeError('Failed to fetch');
        return profileOf();
      }),
    }),
  );
  const failed = screen.getByText('Your profile could not be loaded', { exact: true });
  await expect.element(failed).toBeVisible();
  const icon = () => document.querySelector('main svg')?.getAttribute('class');
  const before = icon();
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  state = 'offline';
  window.dispatchEvent(new Event('offline'));
  await expect.element(screen.getByRole('main').getByText('You are offline', { exact: true })).toBeVisible();
  expect(icon()).not.toBe(before);
  const again = screen.getByRole('button', { name: 'Try again' });
  await again.click();
  await expect.poll(() => names()).toEqual(['ProfilePage', 'ProfilePage']);
  await expect.element(again).toBeVisible();
  state = 'online';
  online.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  await expect.element(screen.getByRole('heading', { name: 'Profile' })).toBeVisible();
  await expect.element(again).not.toBeInTheDocument();
  expect(names().filter((name) => name === 'ProfilePage')).toHaveLength(3);
});

test.each(['NOT_FOUND', 'UPSTREAM_BAD_RESPONSE'])('START-44 %s is not an outage', async (code) => {
  const { screen, calls } = await openConsole(
    '/profile',
    gatewayOf({ ProfilePage: failing(code, 'That did not work') }),
  );
  await expect.element(screen.getByText('Your profile could not be loaded')).toBeVisible();
  await expect.element(notices(screen)).toHaveTextContent('');
  expect(outageMonitor.outage).toBeNull();
  expect(calls).toHaveLength(1);
});

test('START-43 only what does not answer is named: a part of a page that fails leaves the rest', async () => {
  const { screen } = await openConsole(
    '/U',
    gatewayOf({
      OwnUsersPage: asked((call) => ({
        ...usersPage(call),
        errors: [{ message: 'Request Failed', path: ['lookups'], extensions: { code: 'UPSTREAM_TIMEOUT' } }],
      })),
    }),
  );
  await expect.element(screen.getByRole('table', { name: 'Active users' })).toBeVisible();
  await expect.element(notices(screen).getByText('Part of the platform is not responding.')).toBeVisible();
  await expectNoToast(screen);
});

test('START-44 a press during an outage is not repeated: what was typed stays, and the next press creates one user', async () => {
  let broken = true;
  const opened = await openNewUser({
    CreateUserForm_Create: asked((call) =>
      broken ? failing('UPSTREAM_UNAVAILABLE', 'Request Failed', { saved: 'NOTHING' }) : created(call),
    ),
    OutageLink: asked(() => (broken ? noViewer('UPSTREAM_UNAVAILABLE') : pageOf(viewer))),
  });
  const { screen, names, submit, field } = opened;
  const presses = () => names().filter((name) => name === 'CreateUserForm_Create').length;
  await fill(opened);
  await choose(opened, 'Department', 'Legal');
  await submit();
  await expect.element(notices(screen).getByText('The platform is not responding.')).toBeVisible();
  const toast = screen.getByRole('alert').filter({ hasText: 'Nothing was saved.' });
  await expect.element(toast.getByText(/The platform is not responding\./)).toBeVisible();
  broken = false;
  await expect.element(screen.getByText('Connection restored')).toBeVisible();
  expect(presses()).toBe(1);
  await expect.element(field('Email')).toHaveValue('grace@demo.example');
  await submit();
  await expect.poll(address).toBe('/U');
  expect(presses()).toBe(2);
});

describe('the pauses', () => {
  // A separate monitor: a late response of an earlier page would inform the console's own.
  const monitor = new OutageMonitor();
  const start = () => {
    monitor.reset();
    vi.useFakeTimers();
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const sentAt: number[] = [];
    const since = Date.now();
    monitor.onRetry(async () => {
      sentAt.push(Date.now() - since);
      monitor.report('platform');
    });
    monitor.report('platform');
    return sentAt;
  };

  test('START-44 grow from 1 s to 30 s, at least halved by chance, and nothing is sent once it is over', async () => {
    const sentAt = start();
    await vi.advanceTimersByTimeAsync(130_000);
    expect(sentAt).toEqual([1_000, 3_000, 7_000, 15_000, 31_000, 61_000, 91_000, 121_000]);
    vi.spyOn(Math, 'random').mockReturnValue(0);
    monitor.reset();
    await vi.advanceTimersByTimeAsync(130_000);
    expect(sentAt).toHaveLength(8);
    monitor.report('platform');
    await vi.advanceTimersByTimeAsync(500);
    expect(sentAt).toHaveLength(9);
    monitor.reset();
  });

  test('START-73 a reset ends the try that is running: the next outage has tries of its own', async () => {
    monitor.reset();
    vi.useFakeTimers();
    const answers: (() => void)[] = [];
    monitor.onRetry(() => new Promise<void>((resolve) => answers.push(resolve)));
    monitor.report('platform');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(answers).toHaveLength(1);
    monitor.reset();
    monitor.report('platform');
    answers[0]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(monitor.outage).toBe('platform');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(answers).toHaveLength(2);
    monitor.reset();
  });

  test('START-44 nothing is sent while the page is hidden or offline; what shows or connects it again tries at once', async () => {
    const stop = monitor.start();
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    const sentAt = start();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sentAt).toEqual([]);
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(300);
    expect(sentAt).toHaveLength(1);
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    window.dispatchEvent(new Event('offline'));
    expect(monitor.outage).toBe('browser');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sentAt).toHaveLength(1);
    online.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(300);
    expect(sentAt).toHaveLength(2);
    monitor.reset();
    stop();
  });
});

test('START-43 Try now tries at once, by keyboard too', async () => {
  const { screen, setBroken, names } = await openList(() => noViewer('UPSTREAM_UNAVAILABLE'));
  setBroken(true);
  await screen.getByRole('searchbox', { name: 'Search users' }).fill('jane');
  const button = notices(screen).getByRole('button', { name: 'Try now' });
  await expect.element(button).toBeVisible();
  setBroken(false);
  const sent = names().length;
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => names().length).toBeGreaterThan(sent);
  await expect.element(button).not.toBeInTheDocument();
});
