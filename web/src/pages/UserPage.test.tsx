import { expect, test } from 'vitest';
import { organisationOf, userOf, userPages } from '../testing/lists.ts';
import { address, openConsole } from '../testing/render.tsx';
import { type Answers, asked, failing, gatewayOf, viewer } from '../testing/responses.ts';
import { role } from '../testing/roles.ts';
import type { Answer } from '../testing/script.ts';
import { factorsOf, securityOf, sessionOf } from '../testing/security.ts';
import { stateChanged } from '../testing/users.ts';

const answerOf = (user: object | null): Answer => ({ data: { viewer, user } });

const open = async (path = '/U/5/view', changes: object = {}, answers: Answers = {}) => {
  const opened = await openConsole(path, gatewayOf({ UserPage: answerOf(userOf('5', changes)), ...answers }));
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

test('USER-10 a question about a user ends when the page shows another one', async () => {
  const UserPage = asked(({ variables }) => answerOf(userOf(String(variables.id))));
  const { screen, main, router } = await open('/U/6/view', {}, { UserPage });
  await router.navigate('/U/5/view');
  await main.getByRole('button', { name: 'Deactivate Jane Doe 5' }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog).toBeVisible();
  await router.navigate(-1);
  await expect.element(main.getByRole('heading', { level: 1, name: 'Jane Doe 6' })).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
});

const duties = {
  __typename: 'UserDuties',
  seniorDesignation: 'CISO',
  isOrganiser: true,
  supervisedUserCount: 3,
  apiKeyCount: 2,
  externalOrganisations: [{ __typename: 'OrganisationRef', id: '50', brandName: 'Acme' }],
};
const details = (more: object): Answer => ({ data: { user: { ...userOf('5'), ...more } } });

test.for(['/U/5/view', '/O/7/user/5'])(
  'USER-32 PERSON-1 %s shows every field once and nothing to edit: a head, details and access',
  async (path) => {
    const { calls, main, shown } = await open(path, { deptLead: true }, { UserPageDetails: details({ duties }) });
    await expect
      .poll(() => shown())
      .toEqual({
        Designation: 'Manager',
        Department: 'Legal',
        'Department lead': 'Yes',
        Supervisor: 'boss@demo.example',
        Mobile: '+91 5550100',
        Created: expect.stringMatching(/^20 Nov 2026, \d\d:\d\d/),
        Updated: expect.stringMatching(/^21 Nov 2026, \d\d:\d\d/),
        Organisation: 'Demo',
        Responder: 'None',
        Responsibilities: 'Main Organiser, CISO, Supervisor of 3 users',
        'External user of': 'Acme',
        'API keys': '2 API keys',
      });
    const text = () => main.element().textContent ?? '';
    for (const fact of [
      'Jane Doe 5',
      'Role: Auditee',
      'Email: jane5@demo.example',
      'Last sign-in: 18 Nov 2026',
      'ID: 5',
    ])
      await expect.poll(() => text().split(fact).length - 1, { message: fact }).toBe(1);
    await expect.element(main.getByRole('button', { name: 'Copy ID' })).toBeVisible();
    await expect
      .poll(() => main.element().querySelectorAll('input, select, textarea, [contenteditable]'))
      .toHaveLength(0);
    expect(calls.map(({ name }) => name)).toEqual(['UserPage', 'UserPageDetails']);
    await expect.poll(() => document.title).toBe('Jane Doe 5 · Demo · Console');
  },
);

test('PERSON-1 a viewer without more rights sees details and access, in one request', async () => {
  const none = { viewerCanActivate: false, viewerCanDeactivate: false };
  const { calls, main, shown } = await open('/U/5/view', none);
  await expect.element(main.getByRole('heading', { name: 'Access' })).toBeVisible();
  await expect.poll(() => Object.keys(shown())).toEqual(expect.arrayContaining(['Organisation', 'Responder']));
  await expect.poll(() => shown()).not.toHaveProperty('Responsibilities');
  await expect.element(main.getByRole('heading', { name: 'Activity' })).not.toBeInTheDocument();
  expect(calls.map(({ name }) => name)).toEqual(['UserPage']);
});

test('PERSON-1 the last events about a user are a card that leads to all of them', async () => {
  const event = {
    __typename: 'AuditEvent',
    id: '1',
    at: '2026-11-20T09:30:00.000Z',
    sentence: 'Ada Admin invited Jane',
  };
  const { main } = await open(
    '/U/5/view',
    { viewerCanViewActivity: true },
    { UserActivityCard: details({ auditEvents: { __typename: 'AuditEventConnection', nodes: [event] } }) },
  );
  await expect.element(main.getByText('Ada Admin invited Jane')).toBeVisible();
  await expect
    .element(main.getByRole('link', { name: 'All activity' }))
    .toHaveAttribute('href', '/U/5/view?tab=activity');
});

test.for([
  [['PASSKEY'], true],
  [[], false],
] as const)('PERSON-1 FACTOR-13 second factors %j can be reset: %s', async ([secondFactors, isOffered]) => {
  const security = securityOf([sessionOf('1')], [], factorsOf(null));
  const { main } = await open(
    '/U/5/view',
    { viewerCanEndSessions: true },
    { UserPageDetails: details({ duties, security, secondFactors, viewerCanEndSessions: true }) },
  );
  await expect.element(main.getByRole('heading', { name: 'Security' })).toBeVisible();
  await expect.element(main.getByText(isOffered ? 'Passkey' : 'None', { exact: true }).first()).toBeVisible();
  await expect
    .poll(() => main.getByRole('button', { name: 'Reset second factors' }).elements())
    .toHaveLength(isOffered ? 1 : 0);
});

test('USER-32 leading a department is shown for an Auditee only', async () => {
  const organiser = role('12', 'ORGANISER', 'Organiser', 3);
  const { shown } = await open('/U/5/view', { role: organiser });
  await expect.poll(() => shown()).not.toHaveProperty('Department lead');
});

test('XUSER-11 of a user of another organisation there are no details and no role, and no labels of them', async () => {
  const hidden = { role: null, designation: null, department: null, supervisorEmail: null, mobile: null };
  const { main, shown } = await open('/U/5/view', { ...hidden, deptLead: false, createdAt: null, updatedAt: null });
  await expect.element(main.getByText('jane5@demo.example')).toBeVisible();
  for (const label of ['Designation', 'Department', 'Supervisor', 'Mobile', 'Created', 'Updated'])
    expect(shown()).not.toHaveProperty(label);
  expect(main.element().textContent).not.toMatch(/Role:|Details|undefined/);
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
  await expect.element(screen.getByRole('heading', { name: 'Details' })).toBeVisible();
  const crumbs = screen.getByRole('navigation', { name: 'Breadcrumb' });
  await crumbs.getByRole('link', { name: 'User' }).click();
  await expect.element(screen.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  expect(address()).toBe(path);
});

test.for([
  ['/U/5/view', '/U/9/view'],
  ['/O/7/user/5', '/O/7/user/9'],
] as const)('USER-91 %s names the supervisor with a link to their page, next to the email', async ([path, to]) => {
  const users = { __typename: 'UserConnection', nodes: [{ __typename: 'User', id: '9', fullName: 'Bo Boss' }] };
  const { main, shown } = await open(
    path,
    {},
    {
      Supervisor: asked(({ variables: { organisationId: id, email } }) => ({
        data: { organisation: { __typename: 'Organisation', id, users: email === 'boss@demo.example' ? users : null } },
      })),
    },
  );
  await expect.element(main.getByRole('link', { name: 'Bo Boss' })).toHaveAttribute('href', to);
  await expect.poll(() => shown().Supervisor).toBe('Bo Bossboss@demo.example');
});

test('REVIEWER-11 the supervisor of a user is shown as not a user if no active user of the organisation has the email', async () => {
  const users = { __typename: 'UserConnection', nodes: [] };
  const organisation = { __typename: 'Organisation', id: '7', users };
  const { shown } = await open('/U/5/view', {}, { Supervisor: { data: { organisation } } });
  await expect.poll(() => shown().Supervisor).toBe('boss@demo.example (not a user)');
});

test('USER-96 after a deactivation the page reads duties, sessions and activity again', async () => {
  const { calls, screen } = await open(
    '/U/5/view',
    { viewerCanViewActivity: true },
    { DeactivateUserButton_Deactivate: asked(stateChanged) },
  );
  const times = (name: string) => calls.filter((call) => call.name === name).length;
  await expect.poll(() => [times('UserPageDetails'), times('UserActivityCard')]).toEqual([1, 1]);
  await screen.getByRole('button', { name: 'Deactivate Jane Doe 5' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByLabelText('Password *').fill('Welcome#2026');
  await dialog.getByRole('button', { name: 'Deactivate', exact: true }).click();
  await expect.poll(() => [times('UserPageDetails'), times('UserActivityCard')]).toEqual([2, 2]);
});
