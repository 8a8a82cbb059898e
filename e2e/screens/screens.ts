import type { Page } from '@playwright/test';
import { chooseOption, fillDetails, fillOrganisation, fillPerson } from '../forms.ts';
import { createSession, rest } from '../rest.ts';
import type { System } from '../system.ts';
import { onPhones, press, type Screen } from './screen.ts';
import { signInScreens } from './sign-in-screens.ts';
import { answerAs } from './states.ts';

const organiser = 'organiser@demo.example';

const openRow = async (page: Page) => {
  await page.getByRole('rowheader').first().waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Space');
  await page.getByRole('dialog').waitFor();
};
const submit = (name: string) => async (page: Page) => {
  await press(name)(page);
  await page.getByText('required').first().waitFor();
};
const change = async (page: Page, label: string, text: string) => {
  await page.getByRole('textbox', { name: label }).first().fill(text);
};
const toOrganiser = async (page: Page) => {
  await fillOrganisation(page, 'Newcomer');
  await press('Next')(page);
  await page.getByRole('textbox', { name: 'First name' }).waitFor();
};
const reloadIn = (state: 'loading' | 'failed' | 'provisioned') => async (page: Page) => {
  await answerAs(page, state);
  await page.reload({ waitUntil: 'commit' });
};
const csv = [
  'firstname,lastname,email,country_code,mobile,designation,role,dept_lead,supervisor,department_name',
  'Uma,Upload,uma.upload@demo.example,+91,9876543210,Analyst,Auditee,false,organiser@demo.example,Finance',
  'Without,Mail,,+91,9876543210,Analyst,Unknown,false,organiser@demo.example,Finance',
].join('\n');
const chooseUpload = (page: Page) =>
  page.locator('input[type=file]').setInputFiles({ name: 'users.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
const chooseAction = (name: string) => async (page: Page) => {
  await press('More actions')(page);
  await press(name, 'menuitem')(page);
};
const deactivate = async (page: Page) => {
  await press(/^(Deactivate|Actions for) /)(page);
  // On a phone the action is in the menu of the row.
  const question = page.getByRole('dialog');
  const item = page.getByRole('menuitem', { name: 'Deactivate' });
  await question.or(item).first().waitFor();
  if (await item.isVisible()) await item.click();
};
export const startReview = async (system: System) => {
  const { key } = await createSession(system, organiser);
  const dueOn = new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10);
  const { body } = await rest<{ accessReview: { id: string } }>(system, '/consoles/ext/start_access_review', {
    key,
    body: { organisationId: '1', name: 'Access of Auditees', dueOn, scope: 'ROLES', roles: ['AUDITEE'] },
  });
  return `/O/reviews/${body.accessReview.id}`;
};
const createKey = async (page: Page) => {
  await press('Create API key')(page);
  await change(page, 'Name', 'Nightly user sync');
};

const account: readonly Screen[] = [
  { name: 'pending', route: '/pending' },
  { name: 'profile', route: '/profile' },
  { name: 'profile-edit', route: '/profile', open: press('Edit') },
  {
    name: 'profile-leave',
    route: '/profile',
    open: async (page) => {
      await press('Edit')(page);
      await change(page, 'First name', 'Half-typed');
      await press(/Security/, 'link')(page);
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'password', route: '/profile', at: '/profile?tab=password' },
  { name: 'security', route: '/profile', at: '/profile?tab=security', lists: true },
  {
    name: 'session-end',
    route: '/profile',
    at: async (system) => {
      await createSession(system, 'admin@demo.example');
      return '/profile?tab=security';
    },
    open: press(/^End the session/),
  },
  { name: 'api-keys', route: '/profile', at: '/profile?tab=api-keys', lists: true },
  { name: 'api-key-rotate', route: '/profile', at: '/profile?tab=api-keys', open: press(/^Rotate/) },
  { name: 'api-key-revoke', route: '/profile', at: '/profile?tab=api-keys', open: press(/^Revoke/) },
  { name: 'api-key-new', route: '/profile', at: '/profile?tab=api-keys', as: organiser, open: createKey },
  {
    name: 'api-key-shown-once',
    route: '/profile',
    at: '/profile?tab=api-keys',
    as: organiser,
    open: async (page) => {
      await createKey(page);
      await press('Create')(page);
      await page.getByRole('dialog', { name: 'Copy your API key' }).waitFor();
    },
  },
];

const own: readonly Screen[] = [
  { name: 'own-organisation', route: '/O' },
  {
    name: 'own-organisation-first-steps',
    route: '/O',
    open: async (page) => {
      await answerAs(page, 'begun');
      // In the demo data all first steps are done; this browser stores that.
      await page.evaluate(() => localStorage.removeItem('console.welcome'));
      await page.reload();
      await page.getByRole('region', { name: 'First steps' }).waitFor();
    },
  },
  { name: 'nominate', route: '/O', open: press(/^(Nominate|Replace)/) },
  { name: 'own-organisation-edit', route: '/O/edit' },
  {
    name: 'own-organisation-edit-missing',
    route: '/O/edit',
    open: async (page) => {
      await change(page, 'Brand name', '');
      await submit('Save')(page);
    },
  },
  { name: 'own-keys', route: '/O/keys', as: organiser, lists: true },
  { name: 'own-activity', route: '/O/activity', as: organiser, lists: true },
  { name: 'own-reviews', route: '/O/reviews', as: organiser },
  { name: 'review-start', route: '/O/reviews/new', as: organiser },
  { name: 'review', route: '/O/reviews/:reviewId', as: organiser, at: startReview },
  { name: 'onboard-own', route: '/O/add', as: 'new@nowhere.example' },
  {
    name: 'onboard-own-images',
    route: '/O/add',
    as: 'new@nowhere.example',
    open: async (page) => {
      await fillDetails(page, 'Newcomer');
      await press('Next')(page);
      await page.getByRole('textbox', { name: 'City' }).waitFor();
    },
  },
  { name: 'activity', route: '/activity', lists: true },
  { name: 'sso', route: '/S', as: organiser },
  {
    name: 'sso-edit',
    route: '/S',
    as: organiser,
    open: async (page) => {
      const edit = page.getByRole('button', { name: 'Edit', exact: true });
      if (await edit.isVisible()) await edit.click();
    },
  },
  { name: 'sign-in-rules', route: '/S/rules', as: organiser, open: press('Edit the sign-in rules') },
  { name: 'provisioning', route: '/S/provisioning', as: organiser },
  {
    name: 'provisioning-edit',
    route: '/S/provisioning',
    as: organiser,
    open: async (page) => {
      await press('Edit the provisioning settings')(page);
      await press('Add role mapping')(page);
    },
  },
  { name: 'provisioning-key', route: '/S/provisioning', as: organiser, open: press('Create SCIM key') },
  { name: 'mappings', route: '/M', lists: true },
  { name: 'mapping-peek', route: '/M', open: openRow },
  { name: 'mapping-accept', route: '/M', open: press(/^Accept\b/) },
  { name: 'mapping-reject', route: '/M', open: press(/^Reject\b/) },
  { name: 'mapping-invite', route: '/M/invite' },
  {
    name: 'mapping-invite-confirm',
    route: '/M/invite',
    open: async (page) => {
      await change(page, 'Email', 'unknown@nowhere-at-all.example');
      await press('Next')(page);
      await page.getByText('Send invitation?').waitFor();
    },
  },
];

const users: readonly Screen[] = [
  { name: 'users', route: '/U', lists: true },
  { name: 'user-peek', route: '/U', open: openRow },
  {
    name: 'users-chosen',
    route: '/U',
    open: (page) =>
      page.getByRole('table', { name: 'Active users', exact: true }).getByRole('checkbox').first().click(),
  },
  { name: 'users-filters', route: '/U', open: press('Filters'), ...onPhones },
  { name: 'users-nothing-found', route: '/U', at: '/U?search=no+such+name' },
  { name: 'users-filtered', route: '/U', at: '/U?responder=yes' },
  { name: 'users-beyond', route: '/U', at: '/U?page=99' },
  { name: 'users-row-height', route: '/U', open: press(/^Rows:/) },
  { name: 'users-export', route: '/U', open: press('Export active users') },
  { name: 'user-deactivate', route: '/U', open: deactivate },
  { name: 'user-activate', route: '/U', open: press(/^Activate/) },
  { name: 'external-user-reject', route: '/U', open: press(/^Reject\b/) },
  { name: 'invitations', route: '/U', open: (page) => page.getByRole('table', { name: 'Invitations' }).waitFor() },
  { name: 'user-new', route: '/U/new' },
  { name: 'user-new-missing', route: '/U/new', open: submit('Create user') },
  {
    name: 'user-new-list',
    route: '/U/new',
    open: async (page) => {
      await page.getByRole('combobox', { name: 'Designation' }).click();
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'user-new-roles',
    route: '/U/new',
    open: async (page) => {
      await page.getByRole('combobox', { name: 'Role' }).click();
      await page.getByRole('option').first().waitFor();
    },
  },
  { name: 'user-upload', route: '/U/upload' },
  { name: 'user-upload-file', route: '/U/upload', open: chooseUpload },
  {
    name: 'user-upload-done',
    route: '/U/upload',
    open: async (page) => {
      await chooseUpload(page);
      await press(/^(Upload|Check)/)(page);
    },
  },
  { name: 'user-invite', route: '/U/invite' },
  { name: 'user', route: '/U/:userId/view', at: '/U/82/view' },
  { name: 'user-edit', route: '/U/:userId/edit', at: '/U/82/edit' },
  {
    name: 'user-sign-in-blocked',
    route: '/U/:userId/view',
    at: '/U/82/view',
    open: async (page) => {
      await reloadIn('provisioned')(page);
      await page.getByRole('button', { name: 'Unblock sign-in' }).waitFor();
    },
  },
  {
    name: 'user-edit-provisioned',
    route: '/U/:userId/edit',
    at: '/U/82/edit',
    open: async (page) => {
      await reloadIn('provisioned')(page);
      await page.getByText('Managed by your identity provider').first().waitFor();
    },
  },
];

const organisations: readonly Screen[] = [
  { name: 'organisations', route: '/T', lists: true },
  { name: 'organisation-peek', route: '/T', open: openRow },
  { name: 'wizard-organisation', route: '/O/create' },
  { name: 'wizard-organisation-missing', route: '/O/create', open: submit('Next') },
  { name: 'wizard-organiser', route: '/O/create', open: toOrganiser },
  {
    name: 'wizard-seniors',
    route: '/O/create',
    open: async (page) => {
      await toOrganiser(page);
      await fillPerson(page, ['Olive', 'Newman', 'olive@new.example']);
      for (const label of ['Designation', 'Department']) {
        await page.getByRole('combobox', { name: label }).first().click();
        await page.getByRole('option').first().click();
      }
      await press('Next')(page);
      await page.getByRole('region', { name: /CEO/ }).waitFor();
    },
  },
  {
    name: 'wizard-draft',
    route: '/O/create',
    open: async (page) => {
      await change(page, 'Brand name', 'Newcomer');
      await page.reload();
      await page.getByText(/^Draft from /).waitFor();
    },
  },
  { name: 'organisation', route: '/O/:orgId', at: '/O/4?from=T' },
  { name: 'organisation-review-start', route: '/O/:orgId/reviews/new', at: '/O/4/reviews/new' },
  { name: 'organisation-actions', route: '/O/:orgId', at: '/O/4?from=T', open: press('More actions') },
  { name: 'organisation-disable', route: '/O/:orgId', at: '/O/4?from=T', open: chooseAction('Disable') },
  { name: 'organisation-enable', route: '/O/:orgId', at: '/O/3?from=T', open: chooseAction('Enable') },
  {
    name: 'organiser-change',
    route: '/O/:orgId',
    at: '/O/4?from=T',
    open: async (page) => {
      await press(/^Change/)(page);
      await page.getByRole('combobox', { name: 'Main Organiser' }).click();
      await page.getByRole('option').first().waitFor();
    },
  },
  { name: 'models', route: '/O/:orgId', at: '/O/1?from=T&tab=model', lists: true },
  { name: 'assessments', route: '/O/:orgId', at: '/O/1?from=T&tab=asmt', lists: true },
  { name: 'assessment-peek', route: '/O/:orgId', at: '/O/1?from=T&tab=asmt', open: openRow },
  { name: 'assessment-details', route: '/O/:orgId', at: '/O/1?from=T&tab=asmt', open: press(/^Details of/) },
  {
    name: 'assessment-status',
    route: '/O/:orgId',
    at: '/O/1?from=T&tab=asmt',
    open: async (page) => {
      await page
        .getByRole('combobox', { name: /^Status of/ })
        .first()
        .click();
      await page.getByRole('listbox').waitFor();
    },
  },
  { name: 'organisation-sso', route: '/O/:orgId', at: '/O/1?from=T&tab=sso' },
  { name: 'config', route: '/O/:orgId', at: '/O/1?from=T&tab=config' },
  { name: 'config-edit', route: '/O/:orgId', at: '/O/1?from=T&tab=config', open: press('Edit') },
  { name: 'organisation-keys', route: '/O/:orgId', at: '/O/1?from=T&tab=keys', lists: true },
  { name: 'organisation-activity', route: '/O/:orgId', at: '/O/1?from=T&tab=activity', lists: true },
  { name: 'organisation-edit', route: '/O/:orgId/edit', at: '/O/4/edit?from=T' },
  { name: 'organisation-users', route: '/O/:orgId/user', at: '/O/4/user?from=T', lists: true },
  { name: 'organisation-user-new', route: '/O/:orgId/user/new', at: '/O/4/user/new' },
  {
    name: 'organisation-user-new-administrator',
    route: '/O/:orgId/user/new',
    at: '/O/4/user/new',
    open: async (page) => {
      await fillPerson(page, ['Olive', 'Newman', 'olive@new.example']);
      await chooseOption(page, 'Designation', 'Manager');
      await chooseOption(page, 'Role', 'Administrator');
      await press('Create user')(page);
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'organisation-user-upload', route: '/O/:orgId/user/upload', at: '/O/4/user/upload' },
  { name: 'organisation-user-invite', route: '/O/:orgId/user/invite', at: '/O/1/user/invite' },
  { name: 'organisation-mappings', route: '/O/:orgId/mapping', at: '/O/4/mapping', lists: true },
  { name: 'organisation-mapping-invite', route: '/O/:orgId/mapping/invite', at: '/O/1/mapping/invite' },
  { name: 'organisation-user', route: '/O/:orgId/user/:userId', at: '/O/1/user/82' },
  { name: 'organisation-user-edit', route: '/O/:orgId/user/:userId/edit', at: '/O/1/user/82/edit' },
];

const shell: readonly Screen[] = [
  { name: 'page-not-found', route: null, at: '/page-not-found' },
  { name: 'first-load', route: null, at: '/U', open: reloadIn('loading') },
  { name: 'first-load-failed', route: null, at: '/U', open: reloadIn('failed') },
  {
    name: 'not-started',
    route: null,
    at: '/U',
    open: async (page) => {
      await page.route('**/*.js', (route) => route.abort());
      await page.reload();
    },
  },
  {
    name: 'failed-save',
    route: null,
    at: '/profile',
    open: async (page) => {
      await press('Edit')(page);
      await change(page, 'First name', 'Half-typed');
      await answerAs(page, 'failed');
      await press('Save')(page);
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'account-menu', route: null, at: '/U', open: press('Account menu') },
  { name: 'module-switcher', route: null, at: '/U', open: press(/modules/i) },
  { name: 'theme-menu', route: null, at: '/U', open: press(/^Theme/), widths: [768, 1280, 1920] },
  { name: 'more-actions', route: null, at: '/U', open: press('More actions'), ...onPhones },
  { name: 'row-actions', route: null, at: '/U', open: press(/^Actions for /), ...onPhones },
  { name: 'navigation', route: null, at: '/U', open: press('Navigation'), ...onPhones },
  { name: 'command-palette', route: null, at: '/U', open: (page) => page.keyboard.press('ControlOrMeta+k') },
  {
    name: 'command-results',
    route: null,
    at: '/U',
    open: async (page) => {
      await page.keyboard.press('ControlOrMeta+k');
      await page.getByRole('dialog').getByRole('combobox').fill('an');
      await page.getByRole('group', { name: 'Users' }).waitFor();
    },
  },
  { name: 'keyboard-shortcuts', route: null, at: '/U', open: (page) => page.keyboard.press('?') },
];

export const screensByArea = { signIn: signInScreens, account, own, users, organisations, shell };

/** Every screen, dialog, panel and menu of the console. */
export const screens: readonly Screen[] = Object.values(screensByArea).flat();
