import { beforeEach, expect, test, vi } from 'vitest';
import { address, openConsole } from '../testing/render.tsx';
import { type Answers, asked, failing, gatewayOf, modules, pageOf, signedIn, viewer } from '../testing/responses.ts';

const url = 'https://auditor.suite.example/login?source=console&sessionToken=fresh';
const answers = {
  OrganisationPage: pageOf(viewer),
  LeadOn: { data: { viewer: { __typename: 'Viewer', modules } } },
  LeadOn_Switch: { data: { switchModule: { __typename: 'SwitchModulePayload', url } } },
  SignIn_Login: signedIn,
};
const open = (path: string, more: Answers = {}, secret: string | null = 'mine') =>
  openConsole(path, gatewayOf({ ...answers, ...more }), { secret });
const inside = async ({ screen }: Awaited<ReturnType<typeof open>>) =>
  expect.element(screen.getByRole('heading', { name: 'Demo' })).toBeVisible();

beforeEach(() => {
  sessionStorage.clear();
});

test('LOGIN-12 LOGIN-16 redirect to a module of the suite is followed, before source and next', async () => {
  const redirect = encodeURIComponent('https://documenter.suite.example/D/7');
  const { leaveTo, calls } = await open(`/login?next=/U&source=auditor&redirect=${redirect}`);
  await expect.poll(() => leaveTo.mock.calls).toEqual([['https://documenter.suite.example/D/7']]);
  expect(calls.map(({ name }) => name)).toEqual(['LeadOn']);
});

test.for(['/docs', '/docs/webhooks/?q=x#h', '/schema.graphql'])(
  'DOC-3 LOGIN-10 %s is opened as a page of its own',
  async (path) => {
    const { leaveTo } = await open(`/login?next=${encodeURIComponent(path)}`);
    await expect.poll(() => leaveTo.mock.calls).toEqual([[path]]);
  },
);

test('DOC-3 LOGIN-10 a path that only begins as one of these stays in the console', async () => {
  const { leaveTo } = await open('/login?next=/docs-x');
  await expect.poll(address).toBe('/page-not-found');
  expect(leaveTo).not.toHaveBeenCalled();
});

test('LOGIN-13 after signing in, source returns to that module with a fresh token', async () => {
  const { screen, leaveTo, calls } = await open('/login?source=auditor&next=/U', {}, null);
  await screen.getByRole('textbox', { name: 'Email' }).fill('admin@demo.example');
  await screen.getByLabelText('Password', { exact: true }).first().fill('Welcome#2026');
  await screen.getByRole('button', { name: 'Next' }).click();
  await expect.poll(() => leaveTo.mock.calls).toEqual([[url]]);
  expect(calls.map(({ name }) => name)).toEqual(['SignIn_Login', 'LeadOn', 'LeadOn_Switch']);
  expect(calls[2]?.variables).toEqual({ moduleId: 'auditor' });
  expect(window.location.href).not.toContain('fresh');
});

test.for([
  ['/login?redirect=https://evil.example&source=console', '/O'],
  ['/login?redirect=module:unknown&next=/O%3Fx%3D1', '/O?x=1'],
] as const)('LOGIN-12 LOGIN-13 CASES-12 %s stays in the console', async ([path, then]) => {
  const opened = await open(path);
  await inside(opened);
  expect(address()).toBe(then);
  expect(opened.leaveTo).not.toHaveBeenCalled();
  expect(opened.calls.map(({ name }) => name)).toEqual(['LeadOn', 'OrganisationPage']);
});

test.for([
  ['/login?source=auditor', 'LeadOn_Switch'],
  ['/login?redirect=https://auditor.suite.example/', 'LeadOn'],
] as const)(
  'LOGIN-12 LOGIN-13 on %s a failed %s leads into the console, and a failed switch is a toast',
  async ([path, name]) => {
    const opened = await open(path, { [name]: failing('UPSTREAM_TIMEOUT', 'Request Failed') });
    await inside(opened);
    if (name === 'LeadOn_Switch')
      await expect.element(opened.screen.getByRole('alert').getByText('Request Failed')).toBeVisible();
    expect(opened.leaveTo).not.toHaveBeenCalled();
  },
);

test.for(['//evil.example', 'javascript:alert(1)'])(
  'LOGIN-11 LOGIN-16 CASES-11 next=%s leads to /O of the console, and no dialog opens',
  async (next) => {
    const dialog = vi.spyOn(window, 'alert');
    const opened = await open(`/login?next=${encodeURIComponent(next)}`);
    await inside(opened);
    expect(address()).toBe('/O');
    expect(dialog).not.toHaveBeenCalled();
  },
);

test('LOGIN-16 without redirect and source no modules are requested', async () => {
  const opened = await open('/login', { LeadOn: asked(() => failing('INTERNAL', 'must not be asked')) });
  await inside(opened);
  expect(opened.calls.map(({ name }) => name)).toEqual(['OrganisationPage']);
});
