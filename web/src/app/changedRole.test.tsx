import { expect, test } from 'vitest';
import { usersPage } from '../testing/lists.ts';
import { fill, openNewUser } from '../testing/newUser.ts';
import { address, openConsole } from '../testing/render.tsx';
import { asked, failing, gatewayOf, pageOf, viewer } from '../testing/responses.ts';
import { role } from '../testing/roles.ts';
import type { Answer, Call } from '../testing/script.ts';
import { textsOf } from '../testing/texts.ts';

const none = Object.fromEntries(Object.keys(viewer.can).map((right) => [right, false]));
const auditee: typeof viewer = {
  ...viewer,
  user: { ...viewer.user, role: role('15', 'AUDITEE', 'Auditee', 5) },
  can: { ...viewer.can, ...none, __typename: 'ViewerPermissions' },
};
const said = 'Your role was changed to Auditee.';

const refusedUsers = (call: Call): Answer => {
  const { data } = usersPage(call);
  return {
    data: { ...data, viewer: { ...auditee, organisation: { ...auditee.organisation, active: null, inactive: null } } },
    errors: ['active', 'inactive'].map((list) => ({
      message: 'Your role does not allow this action.',
      path: ['viewer', 'organisation', list],
      extensions: { code: 'FORBIDDEN' },
    })),
  };
};

test('START-48 a lowered role is said once, the navigation follows, and the first page is shown instead of one that is not found', async () => {
  let lowered = false;
  const { screen } = await openConsole(
    '/U',
    gatewayOf({
      OwnUsersPage: asked((call) => (lowered ? refusedUsers(call) : usersPage(call))),
      OrganisationPage: asked(() => pageOf(lowered ? auditee : viewer)),
    }),
  );
  const navigation = screen.getByRole('navigation', { name: 'Main' });
  await expect.element(navigation.getByRole('link', { name: 'User' })).toBeVisible();
  lowered = true;
  await screen.getByRole('searchbox', { name: 'Search users' }).fill('jane');
  await expect.element(screen.getByText(said)).toBeVisible();
  await expect.poll(address).toBe('/O');
  await expect.element(screen.getByRole('heading', { name: 'Demo' })).toBeVisible();
  await expect.element(navigation.getByRole('link', { name: 'User' })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
  await expect.poll(() => screen.getByText(said).elements()).toHaveLength(1);
  await screen.getByRole('button', { name: 'OK', exact: true }).click();
  await expect.element(screen.getByText(said)).not.toBeInTheDocument();
});

test('START-48 START-71 a form that the role no longer allows stays with what was typed and the navigation of the new role, and says that nothing was saved', async () => {
  let lowered = false;
  const opened = await openNewUser({
    CreateUserForm_Create: asked(() => {
      lowered = true;
      return failing('FORBIDDEN', 'Your role does not allow this action.', { saved: 'NOTHING' });
    }),
    useChangedRole: asked(() => pageOf(lowered ? auditee : viewer)),
  });
  const { screen, field, submit } = opened;
  await fill(opened);
  // The notices are loaded once the page is painted.
  await expect.element(screen.getByRole('status', { name: 'Notices' })).toBeInTheDocument();
  await submit();
  await expect.element(screen.getByText(said)).toBeVisible();
  await expect.element(screen.getByRole('alert').getByText('Nothing was saved.')).toBeVisible();
  const navigation = screen.getByRole('navigation', { name: 'Main' });
  await expect.poll(() => textsOf(navigation.getByRole('link'))).toEqual(['Organisation']);
  await expect.element(field('Email')).toHaveValue('grace@demo.example');
  expect(address()).toBe('/U/new');
});

test('FOCUS-8 a role that is above the viewer’s own by now: the notice says that theirs was changed', async () => {
  let lowered = false;
  const opened = await openNewUser({
    CreateUserForm_Create: asked(() => {
      lowered = true;
      return failing('INVALID', 'role is above your own', {
        fields: [{ path: 'roleId', message: 'is above your own' }],
      });
    }),
    useChangedRole: asked(() => pageOf(lowered ? auditee : viewer)),
  });
  const { screen, submit } = opened;
  await fill(opened);
  await expect.element(screen.getByRole('status', { name: 'Notices' })).toBeInTheDocument();
  await submit();
  await expect.element(screen.getByText('is above your own', { exact: true })).toBeVisible();
  await expect.element(screen.getByText(said)).toBeVisible();
});

test('START-48 a refusal without another role says nothing of it', async () => {
  const opened = await openNewUser({
    CreateUserForm_Create: failing('FORBIDDEN', 'Your role does not allow this action.', { saved: 'NOTHING' }),
  });
  const { screen, submit, names } = opened;
  await fill(opened);
  await submit();
  await expect.element(screen.getByRole('alert').getByText('Nothing was saved.')).toBeVisible();
  await expect.poll(names).toContain('useChangedRole');
  await expect.element(screen.getByText(/Your role was changed/)).not.toBeInTheDocument();
});

const assessor: typeof viewer = {
  ...viewer,
  user: { ...viewer.user, role: role('14', 'ASSESSOR', 'Assessor', 4) },
};
const withoutExternal = (call: Call, who: typeof viewer): Answer => {
  const { data } = usersPage(call) as { data: { viewer: { organisation: object } } };
  return {
    data: { ...data, viewer: { ...who, organisation: { ...data.viewer.organisation, externalUsers: null } } },
    errors: [
      {
        message: 'Your role does not allow this action.',
        path: ['viewer', 'organisation', 'externalUsers'],
        extensions: { code: 'FORBIDDEN' },
      },
    ],
  };
};

test('START-72 a part of a page that the lowered role does not allow has no toast next to the notice of the role', async () => {
  let who: typeof viewer | null = null;
  const { screen } = await openConsole(
    '/U',
    gatewayOf({ OwnUsersPage: asked((call) => (who ? withoutExternal(call, who) : usersPage(call))) }),
  );
  await expect.element(screen.getByRole('status', { name: 'Notices' })).toBeInTheDocument();
  const search = screen.getByRole('searchbox', { name: 'Search users' });
  const toast = screen.getByRole('alert').filter({ hasText: 'Your role does not allow this action.' });
  // The same refusal is reported if the role has not changed.
  who = viewer;
  await search.fill('jane');
  await expect.element(toast).toBeVisible();
  who = assessor;
  await search.fill('jan');
  await expect.element(screen.getByText('Your role was changed to Assessor.')).toBeVisible();
  await expect.element(toast).not.toBeInTheDocument();
  await search.fill('ja');
  await expect.poll(address).toContain('ja');
  await expect.element(toast).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'OK', exact: true }).click();
  await search.fill('jane 1');
  await expect.element(toast).toBeVisible();
});
