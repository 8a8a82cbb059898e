import { expect, test } from 'vitest';
import { asked, failing, gatewayOf, viewer } from '../testing/answers.ts';
import { organisationOf, userOf, userPages } from '../testing/lists.ts';
import { address, openConsole } from '../testing/render.tsx';
import { role } from '../testing/roles.ts';
import type { Answer } from '../testing/script.ts';

const answerOf = (user: object | null): Answer => ({ data: { viewer, user } });

const open = async (path = '/U/5/view', changes: object = {}) => {
  const opened = await openConsole(path, gatewayOf({ UserPage: answerOf(userOf('5', changes)) }));
  const main = opened.screen.getByRole('main');
  await expect.element(main.getByRole('heading', { level: 1 })).toBeVisible();
  const shown = () =>
    Object.fromEntries(
      [...main.element().querySelectorAll('dt')].map((term) => [
        term.textContent,
        term.nextElementSibling?.textContent,
      ]),
    );
  return { ...opened, main, shown };
};

test.for(['/U/5/view', '/O/7/user/5'])(
  'USER-32 %s shows every field and nothing to edit, in one request',
  async (path) => {
    const { calls, main, shown } = await open(path, { deptLead: true });
    await expect
      .poll(() => shown())
      .toEqual({
        'First name': 'Jane',
        'Last name': 'Doe 5',
        Email: 'jane5@demo.example',
        Mobile: '+91 5550100',
        Designation: 'Manager',
        Role: 'Auditee',
        'Department lead': 'Yes',
        Supervisor: 'boss@demo.example',
        Department: 'Legal',
        Responder: 'None',
        Organisation: 'Demo',
        Created: '20 Nov 2026',
        Updated: '21 Nov 2026',
        'Last sign-in': '18 Nov 2026',
        ID: '5',
      });
    await expect
      .poll(() => main.element().querySelectorAll('input, select, textarea, [contenteditable]'))
      .toHaveLength(0);
    expect(calls.map(({ name }) => name)).toEqual(['UserPage']);
    await expect.poll(() => document.title).toBe('Jane Doe 5 · Demo · Console');
    await expect.poll(() => main.element().querySelector('time')?.title).toMatch(/^20 Nov 2026.+\d\d:\d\d/);
  },
);

test('USER-32 leading a department is shown for an Auditee only', async () => {
  const organiser = role('12', 'ORGANISER', 'Organiser', 3);
  const { shown } = await open('/U/5/view', { role: organiser });
  await expect.poll(() => shown()).not.toHaveProperty('Department lead');
});

test('USER-32 shows a user’s responsibilities, and which list could not be loaded', async () => {
  const responder = { __typename: 'Responder', continuer: true, investigator: null, arc: false };
  const { main, shown } = await open('/U/5/view', { status: 'INACTIVE', responder });
  await expect.poll(() => shown()).toMatchObject({ Responder: 'ContinuerCould not load: Investigator' });
  await expect.poll(() => main.getByText('Inactive', { exact: true }).elements()).toHaveLength(1);
});

const refused = (code: string): Answer => ({
  ...answerOf(null),
  errors: [{ message: 'Not found.', path: ['user'], extensions: { code } }],
});

test.for([
  ['an unknown id', '/U/5/view', refused('NOT_FOUND')],
  ['an id that may not be seen', '/U/5/view', refused('FORBIDDEN')],
  ['a null without an error', '/U/5/view', answerOf(null)],
  [
    'a user of another organisation',
    '/U/5/view',
    answerOf(userOf('5', { organisationId: '8', organisation: organisationOf('8') })),
  ],
  ['a user of another organisation', '/O/8/user/5', answerOf(userOf('5'))],
  ['a user without an organisation', '/U/5/view', answerOf(userOf('5', { organisationId: null, organisation: null }))],
] as const)('USER-33 USER-34 %s at %s is /page-not-found, without a toast', async ([, path, answer]) => {
  const { screen } = await openConsole(path, gatewayOf({ UserPage: answer }));
  await expect.element(screen.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  expect(address()).toBe('/page-not-found');
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});

test('USER-33 a failing product API does not make a user unknown: the page says so and asks again', async () => {
  let broken = true;
  const { screen } = await openConsole(
    '/U/5/view',
    gatewayOf({
      UserPage: asked(() =>
        broken ? { ...failing('UPSTREAM_BAD_RESPONSE', 'Request Failed'), ...answerOf(null) } : answerOf(userOf('5')),
      ),
    }),
  );
  await expect.element(screen.getByText('This user could not be loaded')).toBeVisible();
  await expect.element(screen.getByRole('alert').getByText('Request Failed')).toBeVisible();
  broken = false;
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Jane Doe 5' })).toBeVisible();
});

test.for([
  ['/U?search=jane&page=2', 'Users'],
  ['/O/7/user?from=M&sort=-name', 'Demo'],
] as const)('USER-32 the way back from the view leads to the list as it was: %s', async ([path, title]) => {
  const { screen } = await openConsole(
    path,
    gatewayOf({
      ...userPages({ active: 60 }),
      UserPage: asked((call) => answerOf(userOf(String(call.variables.id)))),
    }),
  );
  await expect.element(screen.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  await screen
    .getByRole('link', { name: /^Jane Doe/ })
    .first()
    .click();
  await expect.element(screen.getByRole('heading', { name: 'Person' })).toBeVisible();
  const crumbs = screen.getByRole('navigation', { name: 'Breadcrumb' });
  await crumbs.getByRole('link', { name: 'User' }).click();
  await expect.element(screen.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  expect(address()).toBe(path);
});
