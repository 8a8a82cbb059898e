import { beforeEach, expect, test } from 'vitest';
import { address, openConsole, storedSecret } from '../testing/render.tsx';
import { type Answers, asked, failing, gatewayOf, pageOf, viewer } from '../testing/responses.ts';
import type { Answer } from '../testing/script.ts';

const token = 'hand-over-token-canary';
const outcome = (__typename: string, more: object = {}): Answer => ({
  data: { adoptSession: { __typename, ...more } },
});
const success = outcome('LoginSuccess');
const another = outcome('SessionOfAnother', { fullName: 'Olga Organiser', email: 'organiser@demo.example' });

const open = (answers: Answers, secret: string | null = null, path = `/login?sessionToken=${token}`) =>
  openConsole(path, gatewayOf({ OrganisationPage: pageOf(viewer), ...answers }), { secret });

const where = () => window.location.href + JSON.stringify(window.history.state);

let channel: BroadcastChannel;
let messages: unknown[];
beforeEach(() => {
  channel = new BroadcastChannel('session-login');
  messages = [];
  channel.onmessage = ({ data }) => messages.push(data);
  return () => channel.close();
});

test('LOGIN-14 PROTOCOLS-1.14 CASES-15 a session is adopted with no form, and its token has left the address before anything is asked', async () => {
  const seen: string[] = [];
  const answers = {
    Adoption_Adopt: asked(() => {
      seen.push(where());
      return success;
    }),
  };
  const opened = await open(answers, null, `/login?sessionToken=${token}&next=/O%3Ftab%3Dinfo`);
  await expect.element(opened.screen.getByRole('heading', { name: 'Demo' })).toBeVisible();
  expect(address()).toBe('/O?tab=info');
  expect(seen).toHaveLength(1);
  expect(seen[0]).not.toContain(token);
  expect(where()).not.toContain(token);
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(token);
  const [adopt, page] = opened.calls;
  expect(adopt?.variables).toEqual({ token, confirm: false });
  expect(adopt?.secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(storedSecret()).toBe(adopt?.secret);
  expect(page?.secret).toBe(adopt?.secret);
});

test('PROTOCOLS-1.4 PROTOCOLS-1.14 all tabs abort their requests before a session is adopted, and get a message afterwards', async () => {
  const { screen } = await open({ Adoption_Adopt: success });
  await expect.element(screen.getByRole('heading', { name: 'Demo' })).toBeVisible();
  await expect.poll(() => messages).toEqual(['begin', 'done']);
});

test('LOGIN-15 without a session an invalid token shows the form and nothing else', async () => {
  const { screen, calls } = await open({ Adoption_Adopt: outcome('HandoverInvalid') });
  await expect.element(screen.getByRole('textbox', { name: 'Email' })).toBeVisible();
  expect(storedSecret()).toBeNull();
  expect(calls).toHaveLength(1);
  expect(address()).toBe('/login');
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});

test('LOGIN-15 CASES-13 with a session an invalid token is ignored, and next is followed', async () => {
  const path = `/login?next=/O%3Fx%3D1&sessionToken=${token}`;
  const { screen, calls } = await open({ Adoption_Adopt: outcome('HandoverInvalid') }, 'mine', path);
  await expect.element(screen.getByRole('heading', { name: 'Demo' })).toBeVisible();
  expect(address()).toBe('/O?x=1');
  expect(storedSecret()).toBe('mine');
  expect(calls[1]?.secret).toBe('mine');
});

test('LOGIN-16 CASES-13 PROTOCOLS-1.14 the session of another user needs a confirmation, and Stay signed in keeps the current one', async () => {
  const { screen, calls } = await open({ Adoption_Adopt: another }, 'mine');
  await expect.element(screen.getByRole('heading', { name: 'Continue as Olga Organiser?' })).toBeVisible();
  await expect.element(screen.getByText(/organiser@demo\.example/)).toBeVisible();
  expect(storedSecret()).toBe('mine');
  await screen.getByRole('button', { name: 'Stay signed in' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Demo' })).toBeVisible();
  expect(storedSecret()).toBe('mine');
  const [first, second] = calls.filter(({ name }) => name === 'Adoption_Adopt');
  expect(second?.variables).toEqual({ token: null, confirm: false });
  expect(second?.secret).toBe(first?.secret);
});

test('LOGIN-16 PROTOCOLS-1.14 Continue takes over the pending session under the same new secret, without the token', async () => {
  const answers = { Adoption_Adopt: asked(({ variables }) => (variables.confirm ? success : another)) };
  const { screen, calls } = await open(answers, 'mine');
  await screen.getByRole('button', { name: 'Continue' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Demo' })).toBeVisible();
  const [first, second] = calls;
  expect(second?.variables).toEqual({ token: null, confirm: true });
  expect(second?.secret).toBe(first?.secret);
  expect(storedSecret()).toBe(first?.secret);
});

test.for([
  ['without a session', null],
  ['with one', 'mine'],
] as const)('LOGIN-7 LOGIN-14 a user who may not sign in gets a dialog, %s', async ([, secret]) => {
  const { screen } = await open({ Adoption_Adopt: outcome('UserDisabled') }, secret);
  const dialog = screen.getByRole('dialog', { name: 'Uh-oh! User inactive!' });
  await expect.element(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'OK' }).click();
  const then = secret ? screen.getByRole('heading', { name: 'Demo' }) : screen.getByRole('textbox', { name: 'Email' });
  await expect.element(then).toBeVisible();
  expect(storedSecret()).toBe(secret);
});

test('LOGIN-22 a failed handover is a toast above the form, and is not retried', async () => {
  const { screen, calls } = await open({ Adoption_Adopt: failing('UPSTREAM_UNAVAILABLE', 'Request Failed') });
  await expect.element(screen.getByRole('alert').getByText('Request Failed')).toBeVisible();
  await expect.element(screen.getByRole('textbox', { name: 'Email' })).toBeVisible();
  expect(calls).toHaveLength(1);
});
