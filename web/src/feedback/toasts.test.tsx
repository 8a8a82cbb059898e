import { beforeEach, expect, test, vi } from 'vitest';
import { renderAlone } from '../testing/render.tsx';
import { failureFromErrors, toFailure } from './failure.ts';
import { dismissFailure, reportFailure, showSuccess } from './toasts.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
/** Polling would move the fake clock by the interval. */
const still = { interval: 0 };

const failure = (message: string, extensions = {}) => failureFromErrors([{ message, extensions }]);

test('UI-1 CONST-3 a failure is an assertive toast for 70 seconds', async () => {
  const { screen } = await renderAlone(null);
  reportFailure(failure('Request Failed'));
  const toast = screen.getByRole('alert');
  await expect.element(toast, still).toBeVisible();
  vi.advanceTimersByTime(69_000);
  await expect.element(toast, still).toBeVisible();
  vi.advanceTimersByTime(1_500);
  await expect.element(toast).not.toBeInTheDocument();
});

test('UI-1 a toast can be closed by hand', async () => {
  const { screen } = await renderAlone(null);
  reportFailure(failure('Request Failed'));
  await screen.getByRole('alert').getByRole('button', { name: 'Close' }).click();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});

test('CASES-24 ERR-5 ERR-7 a toast shows every line of every error, as text, with the request id', async () => {
  const { screen } = await renderAlone(null);
  reportFailure(
    failureFromErrors([
      { message: 'email is taken\nname is <b>bad</b>', extensions: { requestId: 'req-42' } },
      { message: 'Not allowed', extensions: {} },
    ]),
  );
  const toast = screen.getByRole('alert');
  await expect.element(toast.getByText('email is taken', { exact: true })).toBeVisible();
  await expect.element(toast.getByText('name is <b>bad</b>', { exact: true })).toBeVisible();
  await expect.element(toast.getByText('Not allowed', { exact: true })).toBeVisible();
  await expect.element(toast.getByText('Request req-42')).toBeVisible();
  await expect.poll(() => toast.element().querySelector('b')).toBeNull();
});

test('MSG-29 UI-1 without a connection the toast says that the browser is offline', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { screen } = await renderAlone(null);
  reportFailure(toFailure(new TypeError('Failed to fetch')));
  await expect.element(screen.getByRole('alert').getByText('Request Failed', { exact: true })).toBeVisible();
  await expect.element(screen.getByRole('alert').getByText('You are offline.', { exact: true })).toBeVisible();
});

test('UI-1 a toast can be copied', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const { screen } = await renderAlone(null);
  reportFailure(failure('first\nsecond', { requestId: 'req-42' }));
  await screen.getByRole('alert').getByRole('button', { name: 'Copy' }).click();
  expect(copied).toHaveBeenCalledWith('first\nsecond\nRequest req-42');
});

test('ERR-5 one failure is one toast, however often it is reported', async () => {
  const { screen } = await renderAlone(null);
  const once = failure('Request Failed', { requestId: 'req-42' });
  reportFailure(once);
  reportFailure(once);
  await expect.element(screen.getByRole('alert')).toBeVisible();
  await expect.poll(() => screen.getByRole('alert').elements()).toHaveLength(1);
});

test('UI-2 CONST-3 a success is a polite alert for 3 seconds', async () => {
  const { screen } = await renderAlone(null);
  showSuccess('SSO Updated');
  const alert = screen.getByText('SSO Updated');
  await expect.element(alert, still).toBeVisible();
  await expect.poll(() => alert.element().closest('[role]')?.getAttribute('role'), still).toBe('status');
  vi.advanceTimersByTime(2_500);
  await expect.element(alert, still).toBeVisible();
  vi.advanceTimersByTime(900);
  await expect.element(alert).not.toBeInTheDocument();
});

test('UI-1 UI-2 OPEN-55 a toast is at the bottom right, an alert above it', async () => {
  const { screen } = await renderAlone(null);
  reportFailure(failure('Request Failed'));
  showSuccess('SSO Updated', { autoClose: false });
  await expect.element(screen.getByRole('alert')).toBeVisible();
  await expect.element(screen.getByText('SSO Updated')).toBeVisible();
  const alerts = screen.getByText('SSO Updated').element().closest('[data-position]');
  expect(alerts?.getAttribute('aria-live')).toBe('polite');
  const place = (element: Element | null | undefined) => element?.getBoundingClientRect() ?? new DOMRect();
  const toast = () => place(screen.getByRole('alert').element());
  await expect.poll(() => Math.round(innerHeight - toast().bottom)).toBe(16);
  await expect.poll(() => Math.round(document.documentElement.clientWidth - toast().right)).toBe(16);
  await expect.poll(() => Math.floor(toast().top - place(alerts).bottom)).toBe(16);
});

test('ERR-13 a later failure of an action takes the place of its earlier one, and its success removes it', async () => {
  const { screen } = await renderAlone(null);
  const shown = () => screen.getByRole('alert').elements().length;
  reportFailure(failure('first'), { action: 'save' });
  reportFailure(failure('other'), { action: 'load' });
  reportFailure(failure('second'), { action: 'save' });
  await expect.element(screen.getByText('second')).toBeVisible();
  await expect.element(screen.getByText('first')).not.toBeInTheDocument();
  await expect.poll(() => shown()).toBe(2);
  dismissFailure('save');
  await expect.element(screen.getByText('second')).not.toBeInTheDocument();
  await expect.element(screen.getByText('other')).toBeVisible();
});

test('ERR-14 of many failures the last three are shown', async () => {
  const { screen } = await renderAlone(null);
  for (const text of ['one', 'two', 'three', 'four']) reportFailure(failure(text));
  await expect.element(screen.getByText('four')).toBeVisible();
  await expect.element(screen.getByText('one')).not.toBeInTheDocument();
  await expect.poll(() => screen.getByRole('alert').elements()).toHaveLength(3);
});

test('UI-1 a long toast keeps its buttons in sight and shows its request id smaller than its lines', async () => {
  const { screen } = await renderAlone(null);
  const lines = Array.from({ length: 60 }, (_, index) => `line ${index}`);
  reportFailure(failure(lines.join('\n'), { requestId: 'req-42' }));
  const toast = screen.getByRole('alert');
  await expect.element(toast.getByRole('button', { name: 'Copy' })).toBeVisible();
  const copy = () => toast.getByRole('button', { name: 'Copy' }).element().getBoundingClientRect();
  await expect.poll(() => copy().bottom).toBeLessThan(innerHeight);
  await expect.poll(() => toast.element().getBoundingClientRect().top).toBeGreaterThan(56);
  await expect.poll(() => lines.filter((line) => !toast.getByText(line, { exact: true }).query())).toEqual([]);
  const size = (text: string) =>
    Number.parseFloat(getComputedStyle(toast.getByText(text, { exact: true }).element()).fontSize);
  await expect.poll(() => size('Request req-42')).toBeLessThan(size('line 0'));
});

test('UI-2 a success stays when autoClose is false, until it is closed', async () => {
  const { screen } = await renderAlone(null);
  showSuccess('Submission Successful', { autoClose: false });
  vi.advanceTimersByTime(60_000);
  await expect.element(screen.getByText('Submission Successful')).toBeVisible();
  await screen.getByRole('button', { name: 'Close' }).click();
  await expect.element(screen.getByText('Submission Successful')).not.toBeInTheDocument();
});
