import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { organisationKeyOf } from '../testing/keys.ts';
import { rowsOf } from '../testing/lists.ts';
import { address, openConsole } from '../testing/render.tsx';
import { type Answers, asked, failing, gatewayOf, organisation, viewer } from '../testing/responses.ts';
import type { Answer } from '../testing/script.ts';
import { ownSso, provisioningOf, signInRulesOf } from '../testing/settings.ts';

const lookups = {
  __typename: 'Lookups',
  departments: [{ __typename: 'Option', id: 'Legal', label: 'Legal' }],
  designations: [{ __typename: 'Option', id: 'Analyst', label: 'Analyst' }],
};
const ownPage = (changes: object = {}, organisationChanges: object = {}): Answer => {
  const own = { ...organisation, viewerCanManageProvisioning: true, provisioning: provisioningOf('7', changes) };
  return { data: { viewer: { ...viewer, organisation: { ...own, ...organisationChanges } }, lookups } };
};
const payload = (mutation: string, changes: object): Answer => ({
  data: {
    [mutation]: {
      __typename: `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Payload`,
      provisioning: provisioningOf('7', changes),
    },
  },
});

const open = async (changes: object = {}, answers: Answers = {}) => {
  const opened = await openConsole('/S/provisioning', gatewayOf({ ProvisioningPage: ownPage(changes), ...answers }));
  const { screen, calls } = opened;
  await expect.element(screen.getByRole('heading', { name: 'Sign-in', level: 1 })).toBeVisible();
  return {
    ...opened,
    sent: (name: string) => calls.find((call) => call.name === name)?.variables,
    confirm: async (button: string) => {
      const dialog = screen.getByRole('dialog');
      await dialog
        .getByLabelText(/password/i)
        .first()
        .fill('Welcome#2026');
      await dialog.getByRole('button', { name: button, exact: true }).click();
    },
  };
};

const terms = () =>
  [...document.querySelectorAll('dl > div')].map(({ children }) => [...children].map(({ textContent }) => textContent));

test('PROVISION-8 the page is a tab next to single sign-on, for those who manage provisioning', async () => {
  const sso = (viewerCanManageProvisioning: boolean) => ownSso({ viewerCanManageProvisioning });
  const { screen } = await openConsole('/S', gatewayOf({ SsoPage: sso(true), ProvisioningPage: ownPage() }));
  const tabs = screen.getByRole('navigation', { name: 'Sign-in' });
  await tabs.getByRole('link', { name: 'Provisioning' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Sign-in', level: 1 })).toBeVisible();
  await expect.poll(address).toBe('/S/provisioning');
  await expect.poll(() => document.title).toBe('Provisioning · Demo · Console');
  await expect
    .element(screen.getByRole('complementary', { name: 'Help' }).getByRole('link', { name: 'Okta' }))
    .toHaveAttribute('href', '/docs/okta/');
});

test('PROVISION-7 without provisioning there is no tab, and the address is not found', async () => {
  const none = ownPage({}, { viewerCanManageProvisioning: false, provisioning: null });
  const answers = { SsoPage: ownSso({ viewerCanManageProvisioning: false }), ProvisioningPage: none };
  const { screen, router } = await openConsole('/S', gatewayOf(answers));
  await expect.element(screen.getByText('client-1')).toBeVisible();
  await expect.element(screen.getByRole('navigation', { name: 'Sign-in' })).not.toBeInTheDocument();
  await router.navigate('/S/provisioning');
  await expect.element(screen.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
});

test('PROVISION-8 an Administrator has it as a tab of the organisation', async () => {
  const other = { ...organisation, id: '10', brandName: 'Other', viewerCanManageProvisioning: true };
  const data = { viewer, organisation: { ...other, provisioning: provisioningOf('10') }, lookups };
  const { screen } = await openConsole('/O/10?tab=provisioning', gatewayOf({ ProvisioningPage: { data } }));
  const tabs = screen.getByRole('navigation', { name: 'Sign-in' });
  await expect.element(tabs.getByRole('link', { name: 'Provisioning' })).toHaveAttribute('aria-current', 'page');
  await expect.element(screen.getByText('https://console.example/scim/v2')).toBeVisible();
});

test('PROVISION-5 the page shows the state, the last request, the managed users and the failed requests', async () => {
  const at = '2026-11-20T09:30:00.000Z';
  await open({
    enabled: true,
    enabledAt: at,
    enabledBy: 'Olga Organiser',
    lastRequestAt: at,
    managedUserCount: 1_204,
    roles: [{ __typename: 'RoleMapping', value: 'sec-lead', role: 'ORGANISER' }],
    failures: [
      {
        __typename: 'ProvisioningFailure',
        id: '1',
        at,
        count: 1_204,
        method: 'POST',
        path: '/Users',
        userName: 'jane@demo.example',
        status: 409,
        reason: 'Another user has this userName.',
      },
    ],
  });
  await expect
    .poll(() => terms().slice(0, 4))
    .toEqual([
      ['State', expect.stringContaining('On')],
      ['URL', expect.stringContaining('https://console.example/scim/v2')],
      ['Last request', expect.stringContaining('20 Nov 2026')],
      ['Managed users', '1,204'],
    ]);
  expect(terms()).toContainEqual(['Role mapping', 'sec-lead: Organiser']);
  await expect
    .poll(() => rowsOf('Failed requests'))
    .toEqual([
      [
        'Another user has this userName.',
        'jane@demo.example',
        '1,204',
        '409 POST /Users',
        expect.stringContaining('20 Nov 2026'),
      ],
    ]);
});

test('PROVISION-12 the page says who needs attention, why, and what to do', async () => {
  const since = '2026-11-20T09:30:00.000Z';
  const issue = (id: string, kind: string, changes: object) => ({
    __typename: 'ProvisioningIssue',
    id,
    kind,
    userId: `1${id}`,
    fullName: `Jane ${id}`,
    since,
    email: `jane${id}@demo.example`,
    providerEmail: null,
    reason: null,
    reviewId: null,
    ...changes,
  });
  const issues = [
    issue('1', 'DEACTIVATION_FAILED', { reason: 'The last active Organiser cannot be deactivated.' }),
    issue('2', 'RETURNED_AFTER_REVIEW', { reviewId: '8' }),
    issue('3', 'EMAIL_DIFFERS', { providerEmail: 'smith@demo.example' }),
  ];
  const { screen } = await open({ issues, issueCount: 3 });
  await expect
    .poll(() => rowsOf('Users to check').map(([user, what]) => [user, what]))
    .toEqual([
      ['Jane 1jane1@demo.example', expect.stringContaining('The last active Organiser cannot be deactivated.')],
      ['Jane 2jane2@demo.example', expect.stringContaining('An access review removed the access')],
      ['Jane 3jane3@demo.example', expect.stringContaining('differs at the identity provider: smith@demo.example')],
    ]);
  await expect.element(screen.getByRole('link', { name: 'Jane 1' })).toHaveAttribute('href', '/U/11/view');
  await expect
    .element(screen.getByRole('link', { name: 'View the access review' }))
    .toHaveAttribute('href', '/O/reviews/8');
});

test('PROVISION-3 it is turned on with the password, and the page shows who is then not managed', async () => {
  const organisers = provisioningOf('7').organisers.map((one) => ({ ...one, isManaged: false }));
  const answer = payload('setProvisioning', { enabled: true, enabledAt: '2026-11-20T09:30:00.000Z', organisers });
  const { button, confirm, sent } = await open({}, { ProvisioningState_Set: answer });
  await button('Turn on provisioning').click();
  await confirm('Turn on');
  await expect.element(button('Turn off provisioning')).toBeVisible();
  expect(sent('ProvisioningState_Set')).toEqual({
    input: { organisationId: '7', enabled: true, currentPassword: 'Welcome#2026' },
  });
  expect(terms()).toContainEqual(['Organisers excluded from provisioning', 'Olga Organiser']);
});

test('PROVISION-6 paused deactivations are a warning, which a confirmation with the password ends', async () => {
  const answer = payload('resumeProviderDeactivations', { enabled: true });
  const paused = { enabled: true, deactivationsPausedAt: '2026-11-20T09:30:00.000Z' };
  const { screen, button, confirm, sent } = await open(paused, { ProvisioningState_Confirm: answer });
  await expect.element(screen.getByText('Deactivations are paused')).toBeVisible();
  await button('Resume deactivations').click();
  await confirm('Resume deactivations');
  await expect.element(screen.getByText('Deactivations are paused')).not.toBeInTheDocument();
  expect(sent('ProvisioningState_Confirm')).toEqual({
    input: { organisationId: '7', currentPassword: 'Welcome#2026' },
  });
});

test('PROVISION-9 defaults, roles and Organisers are saved with the password, and rows can be added and removed', async () => {
  const role = (value: string, name: string) => ({ __typename: 'RoleMapping', value, role: name });
  const saved = { roles: [role('audit', 'ASSESSOR')], defaultDesignation: 'Engineer' };
  const { screen, button, confirm, sent } = await open(
    { roles: [role('old', 'AUDITEE')] },
    { ProvisioningForm_Update: asked(() => payload('updateProvisioning', saved)) },
  );
  await button('Edit the provisioning settings').click();
  await screen.getByRole('combobox', { name: 'Default designation' }).fill('Engineer');
  await button('Remove old').click();
  await button('Add role mapping').click();
  const row = screen.getByRole('region', { name: 'Row 1' });
  await row.getByRole('textbox', { name: 'Value' }).fill(' audit ');
  await button('Save').click();
  // The focus goes to the row's missing role.
  await expect.element(row.getByRole('combobox', { name: 'Role' })).toHaveFocus();
  await row.getByRole('combobox', { name: 'Role' }).fill('Assessor');
  await screen.getByRole('option', { name: 'Assessor' }).click();
  await screen.getByRole('checkbox', { name: 'Olga Organiser' }).click();
  await button('Save').click();
  await confirm('Change');
  await expect.element(button('Edit the provisioning settings')).toBeVisible();
  expect(sent('ProvisioningForm_Update')).toEqual({
    input: {
      organisationId: '7',
      defaultDesignation: 'Engineer',
      roles: [{ value: 'audit', role: 'ASSESSOR' }],
      excludedOrganiserIds: ['3'],
      currentPassword: 'Welcome#2026',
    },
  });
  expect(terms()).toContainEqual(['Role mapping', 'audit: Assessor']);
});

test('REALUSE-17 causes say what to do, and an email domain is marked as seen', async () => {
  const cause = { __typename: 'ProvisioningCause', userCount: 2, lastAt: '2026-11-20T09:30:00.000Z' };
  const role = { ...cause, kind: 'UNKNOWN_ROLE', value: 'contractor' };
  const domain = { ...cause, kind: 'OUTSIDE_DOMAINS', value: 'other.example' };
  const answer = payload('acknowledgeEmailDomain', { causes: [role] });
  const { screen, button, sent } = await open({ causes: [role, domain] }, { ProvisioningCauses_Acknowledge: answer });
  await expect.element(screen.getByText(/^No role mapping has the value/)).toBeVisible();
  await button('Mark other.example as seen').click();
  await expect.element(button('Mark other.example as seen')).not.toBeInTheDocument();
  expect(sent('ProvisioningCauses_Acknowledge')).toEqual({ input: { organisationId: '7', domain: 'other.example' } });
});

test('PROVISION-9 a value in two rows, a wrong supervisor and no department are errors before anything is sent', async () => {
  const role = (value: string) => ({ __typename: 'RoleMapping', value, role: 'AUDITEE' });
  const { screen, button, calls } = await open({ roles: [role('a'), role('b')] });
  await button('Edit the provisioning settings').click();
  await screen.getByRole('region', { name: 'Row 2' }).getByRole('textbox', { name: 'Value' }).fill('a');
  await screen.getByRole('textbox', { name: /^Default supervisor/ }).fill('unknown');
  await screen.getByRole('combobox', { name: 'Default department' }).fill('');
  await button('Save').click();
  await expect.element(screen.getByText('is in another row').first()).toBeVisible();
  await expect.element(screen.getByText('must be an email address').first()).toBeVisible();
  await expect.element(screen.getByRole('combobox', { name: 'Default department' })).toBeInvalid();
  expect(calls.map(({ name }) => name)).toEqual(['ProvisioningPage']);
});

test('PROVISION-10 a SCIM key is created with the password, shown once, and listed without the other keys of the organisation', async () => {
  const scim = { purpose: 'SCIM', role: null, scopes: [] };
  const apiKey = organisationKeyOf('9', { ...scim, name: 'Entra' });
  const secret = 'key_99aabbcc_the-text-of-the-key';
  const organisationApiKeys = [organisationKeyOf('1'), organisationKeyOf('2', { ...scim, name: 'Old' })];
  const { screen, button, sent } = await open(
    {},
    {
      ProvisioningPage: ownPage({}, { organisationApiKeys }),
      CreateKeyDialog_CreateOfOrganisation: {
        data: { createOrganisationApiKey: { __typename: 'CreateOrganisationApiKeyPayload', apiKey, secret } },
      },
    },
  );
  await expect.poll(() => rowsOf('SCIM keys').map(([name]) => name)).toEqual([expect.stringContaining('Old')]);
  await button('Create SCIM key').click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Entra');
  await dialog
    .getByLabelText(/password/i)
    .first()
    .fill('Welcome#2026');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect.element(screen.getByRole('textbox', { name: 'SCIM key' })).toHaveValue(secret);
  expect(sent('CreateKeyDialog_CreateOfOrganisation')).toEqual({
    input: {
      organisationId: '7',
      name: 'Entra',
      purpose: 'SCIM',
      lifetime: 'DAYS_90',
      currentPassword: 'Welcome#2026',
    },
  });
  await button('I have stored it').click();
  await expect.poll(() => rowsOf('SCIM keys')).toHaveLength(2);
});

test('CONFIRM-11 one confirmation holds for the settings of the page; refused, the dialog asks again, and another page asks', async () => {
  const on = payload('setProvisioning', { enabled: true, enabledAt: '2026-11-20T09:30:00.000Z' });
  let refused = false;
  const passwords: unknown[] = [];
  const { screen, button, confirm, router, sent } = await open(
    {},
    {
      ProvisioningForm_Update: payload('updateProvisioning', { enabled: true }),
      Confirmation_Ways: { data: { viewer: { __typename: 'Viewer', confirmationMethods: ['PASSWORD'] } } },
      SignInRulesPage: ownSso({ viewerCanManageProvisioning: true, signInRules: signInRulesOf('7') }),
      ProvisioningState_Set: asked(({ variables }) => {
        const { currentPassword } = variables.input as { currentPassword?: string };
        passwords.push(currentPassword);
        return refused && !currentPassword ? failing('WRONG_PASSWORD', 'Enter your own password to confirm.') : on;
      }),
    },
  );
  const dialog = screen.getByRole('dialog');
  const password = dialog.getByLabelText(/^Password/);
  await button('Turn on provisioning').click();
  await confirm('Turn on');
  await button('Turn off provisioning').click();
  await expect.element(dialog.getByRole('button', { name: 'Turn off' })).toBeVisible();
  await expect.element(password).not.toBeInTheDocument();
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await button('Create SCIM key').click();
  await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toBeVisible();
  await expect.element(password).not.toBeInTheDocument();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await button('Edit the provisioning settings').click();
  await screen.getByRole('textbox', { name: /^Default supervisor/ }).fill('ada@demo.example');
  await button('Save').click();
  await dialog.getByRole('button', { name: 'Change' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent('ProvisioningForm_Update')).not.toHaveProperty('input.currentPassword');

  refused = true;
  await button('Turn off provisioning').click();
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expect.element(password).toBeVisible();
  await confirm('Turn off');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(passwords).toEqual(['Welcome#2026', undefined, undefined, 'Welcome#2026']);

  await router.navigate('/S/rules');
  await button('Edit the sign-in rules').click();
  await screen.getByRole('checkbox', { name: 'Require a second factor' }).click();
  await button('Save').click();
  await expect.element(password).toBeVisible();
});

test('PROVISION-13 PROVISION-14 Edit opens the form in view, with its first field focused and an example for each value that is typed', async () => {
  onTestFinished(() => page.viewport(1280, 800));
  await page.viewport(390, 700);
  const { screen, button } = await open();
  await button('Edit the provisioning settings').click();
  await expect.element(screen.getByRole('combobox', { name: 'Default role' })).toHaveFocus();
  const form = document.querySelector('form') as HTMLElement;
  const bar = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  const { top } = form.getBoundingClientRect();
  expect([top >= bar, top < 200]).toEqual([true, true]);
  for (const name of ['Default designation', 'Default department', /^Default supervisor/])
    await expect
      .element(screen.getByRole('combobox', { name }).or(screen.getByRole('textbox', { name })))
      .toHaveAccessibleDescription(/example/);
  await expect.element(screen.getByText(/“roles”, for example console-assessor/)).toBeVisible();
});
