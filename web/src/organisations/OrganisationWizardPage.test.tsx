import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { invitationOf } from '../testing/invitations.ts';
import { organisationList, organisationOf, rowsOf } from '../testing/lists.ts';
import {
  filesOf,
  filledOrganisation,
  fillField,
  fillPerson,
  imageFile,
  organisationLookups,
  pickImage,
} from '../testing/organisationForms.ts';
import { address, storedKeys } from '../testing/render.tsx';
import { asked, failing } from '../testing/responses.ts';
import {
  ceo,
  ciso,
  created,
  field,
  onStep,
  open,
  openRow,
  toggleRow,
  toOrganiser,
  toSeniors,
} from '../testing/wizard.ts';

// The viewport shows a whole step, so that nothing has to be scrolled.
beforeEach(() => page.viewport(1280, 2200));
afterEach(() => page.viewport(1280, 800));

describe('the steps', () => {
  test('WIZ-1 WIZ-2 ORG-15 ORG-16 MSG-13 Next with nothing entered stays, and says required under each field', async () => {
    const { screen, press, calls } = await open();
    await onStep('Step 1 of 3: Organisation');
    for (const label of ['Organisation', 'Organiser', 'Senior management'])
      await expect
        .poll(() => [...document.querySelectorAll('.mantine-Stepper-stepLabel')].map((step) => step.textContent))
        .toContain(label);
    await press('Next');
    // Brand, legal, industry, domains, website, logo, icon, PIN, city, state, country.
    await expect.poll(() => screen.getByText('required', { exact: true }).elements().length).toBe(11);
    await expect.element(field('Brand name')).toHaveFocus();
    await onStep('Step 1 of 3: Organisation');
    await expect.element(screen.getByText('Registered address Optional')).toBeVisible();
    expect(calls.map(({ name }) => name)).toEqual(['OrganisationWizardPage']);
    await expect.poll(() => document.title).toBe('Create New Organisation · Console');
  });

  test('WIZ-4 USER-22 the organiser is an Organiser unless another role is chosen, and is asked for in full', async () => {
    const opened = await open();
    await toOrganiser(opened);
    await expect.element(page.getByRole('combobox', { name: 'Role' })).toHaveValue('Organiser');
    await opened.press('Next');
    await expect.poll(() => page.getByText('required', { exact: true }).elements().length).toBe(5);
    await onStep('Step 2 of 3: Organiser');
  });

  test('WIZ-11 Back keeps what was entered, files included', async () => {
    const opened = await open();
    await toOrganiser(opened);
    await field('First name').fill('Grace');
    await opened.press('Back');
    await onStep('Step 1 of 3: Organisation');
    await expect.element(field('Brand name')).toHaveValue('Acme');
    await expect.element(page.getByRole('group', { name: 'Logo' }).getByText('logo.png')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Icon: Replace' })).toBeVisible();
    await opened.press('Next');
    await expect.element(field('First name')).toHaveValue('Grace');
  });

  test('WIZ-3 OPEN-47 a limit other than a positive whole number without leading zero shows and is sent as No Limit', async () => {
    const opened = await open();
    const limit = page.getByRole('textbox', { name: /^User limit/ });
    for (const typed of ['05', '5']) {
      await limit.fill(typed);
      await field('Brand name').click();
      await expect.element(limit).toHaveValue(typed === '5' ? '5' : 'No Limit');
    }
    await toSeniors(opened, ceo);
    await opened.press('Create organisation');
    await expect.poll(() => opened.sent()[0]?.variables).toMatchObject({ input: { userLimit: 5 } });
  });

  test('ORG-19 OPEN-54 a file that is no image, or too large, is refused at once with what is allowed', async () => {
    const { screen } = await open();
    await expect.element(field('Brand name')).toBeVisible();
    await expect.element(screen.getByText('PNG, JPEG or SVG, at most 2 MB.', { exact: false }).first()).toBeVisible();
    const input = document.querySelector('input[type=file]');
    expect(input?.getAttribute('accept')).toBe('.png,.jpg,.jpeg,.svg');
    const logo = page.getByRole('group', { name: 'Logo' });
    await pickImage('Logo', new File([new Uint8Array(2 * 1024 * 1024 + 1)], 'big.png'));
    await expect.element(logo.getByRole('alert')).toHaveTextContent('“big.png” is too large. The limit is 2 MB.');
    await pickImage('Logo', new File(['no image'], 'text.png'));
    await expect
      .element(logo.getByRole('alert'))
      .toHaveTextContent('“text.png” cannot be shown as an image. Choose another file.');
    await expect.element(logo.getByText('Drop a file here or choose one.')).toBeVisible();
    await pickImage('Logo', imageFile('good.PNG'));
    await expect.element(logo.getByText('good.PNG')).toBeVisible();
    await expect.element(logo.getByRole('alert')).not.toBeInTheDocument();
    await expect.poll(() => logo.element().querySelector('img')?.naturalWidth).toBe(1);
    await logo.getByRole('button', { name: 'Logo: Remove' }).click();
    await expect.element(logo.getByRole('button', { name: 'Logo: Choose File' })).toHaveFocus();
  });
});

describe('senior management', () => {
  test('WIZ-5 WIZ-6 WIZ-7 OPEN-57 a row for each post, with its role and department', async () => {
    const opened = await open();
    await toSeniors(opened);
    const labels = organisationLookups.seniorDesignations.map(({ label }) => label);
    const rows = page.getByRole('region', { name: /\[\w+\]$/ }).elements();
    expect(rows.map((row) => row.getAttribute('aria-label'))).toEqual(labels);
    for (const [label, role, department] of [
      [ceo, 'Assessor', 'Technology'],
      [ciso, 'Organiser', 'InfoSec'],
      ['Chief Human Resources Officer [CHRO]', 'Assessor', 'HR'],
    ] as const) {
      await openRow(opened, label);
      const row = page.getByRole('region', { name: label });
      await expect.element(row.getByRole('combobox', { name: 'Role' })).toHaveValue(role);
      await expect.element(row.getByRole('combobox', { name: 'Department' })).toHaveValue(department);
      await toggleRow(opened, label);
    }
  });

  test('WIZ-8 WIZ-19 MSG-14 START-40 the panel of the CEO alone is open; without one nothing is sent, and a link leads to the post until a person is entered', async () => {
    const opened = await open();
    await toSeniors(opened);
    const expanded = page.getByRole('button', { expanded: true }).elements();
    await expect.poll(() => expanded.map(({ textContent }) => textContent)).toEqual([ceo]);
    await expect.element(opened.row(/CEO/).getByRole('textbox', { name: 'First name' })).toBeVisible();
    await opened.press('Create organisation');
    await expect.element(opened.row(/CEO/).getByText('CEO details are required').first()).toBeVisible();
    await expect.element(page.getByRole('button', { name: ceo })).toHaveFocus();
    expect(opened.sent()).toHaveLength(0);
    const links = page.getByRole('navigation', { name: '1 field needs your attention' });
    await links.getByRole('link', { name: ceo }).click();
    await expect.element(page.getByRole('button', { name: ceo })).toHaveFocus();
    await fillField(opened.screen, { 'First name': 'Ada' });
    await expect.element(links).not.toBeInTheDocument();
  });

  test('WIZ-10 an organiser who is CEO by designation fills that post', async () => {
    const opened = await open();
    await toSeniors(opened, ceo);
    await expect.element(opened.row(/CEO/).getByText('Grace Hopper, the main Organiser')).toBeVisible();
    await opened.press('Create organisation');
    await expect
      .poll(() => opened.sent()[0]?.variables)
      .toMatchObject({
        input: { seniorManagement: [{ designationId: 'CEO', person: { email: 'grace@acme.example' } }] },
      });
  });

  test('WIZ-9 MSG-14 another person for the organiser’s designation is a Duplicate User', async () => {
    const opened = await open();
    await toSeniors(opened, ciso);
    await openRow(opened, ceo);
    await fillPerson(opened.screen, 'Ada');
    await toggleRow(opened, ceo);
    await openRow(opened, ciso);
    await opened.press('Enter someone else');
    await fillPerson(opened.screen, 'Eve');
    await opened.press('Create organisation');
    await expect.element(opened.row(/CISO/).getByText('Duplicate User for CISO').first()).toBeVisible();
    expect(opened.sent()).toHaveLength(0);
    await opened.press('Clear CISO');
    await expect.element(opened.row(/CISO/).getByText('Grace Hopper, the main Organiser')).toBeVisible();
    await opened.press('Create organisation');
    await expect.poll(() => opened.sent().length).toBe(1);
  });

  test('WIZ-15 USER-22 a row that was begun is asked for in full, an empty one is not sent', async () => {
    const opened = await open();
    await toSeniors(opened, ceo);
    await openRow(opened, 'Chief Technology Officer [CTO]');
    await fillField(opened.screen, { 'First name': 'Tim' });
    await toggleRow(opened, 'Chief Technology Officer [CTO]');
    await opened.press('Create organisation');
    const row = opened.row(/CTO/);
    await expect.poll(() => row.getByText('required', { exact: true }).elements().length).toBe(3);
    await expect.element(row.getByRole('textbox', { name: 'Last name' })).toHaveFocus();
    await opened.press('Clear CTO');
    await opened.press('Create organisation');
    await expect
      .poll(() => (opened.sent()[0]?.variables.input as { seniorManagement: object[] } | undefined)?.seniorManagement)
      .toHaveLength(1);
  });
});

describe('sending', () => {
  test('WIZ-12 WIZ-13 MSG-23 everything goes in one request with its files, and leads to the list with the new one first', async () => {
    const opened = await open({
      OrganisationListPage: asked((call) => {
        const answer = organisationList(call);
        answer.data.active.nodes.unshift(organisationOf('99', { brandName: 'Acme' }));
        return answer;
      }),
    });
    await toSeniors(opened);
    await openRow(opened, ceo);
    await fillPerson(opened.screen, 'Ada');
    await opened.press('Create organisation');
    await expect.element(page.getByText('Organisation Successfully created', { exact: true })).toBeVisible();
    await expect.poll(() => rowsOf('Active organisations')[0]?.[0]).toBe('Acme');
    expect(address()).toBe('/T');
    expect(opened.calls.map(({ name }) => name)).toEqual([
      'OrganisationWizardPage',
      'useOrganisationWizardSubmit_Create',
      'OrganisationListPage',
    ]);
    const [call] = opened.sent();
    const person = { lastName: 'Hopper', supervisorEmail: 'boss@acme.example', countryCode: null, mobile: null };
    expect(call?.variables).toEqual({
      input: {
        attempt: expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
        organisation: filledOrganisation,
        userLimit: null,
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        organiser: {
          ...person,
          firstName: 'Grace',
          email: 'grace@acme.example',
          designation: 'Manager',
          roleId: '13',
          department: 'InfoSec',
        },
        seniorManagement: [
          {
            designationId: 'CEO',
            person: { ...person, firstName: 'Ada', email: 'ada@acme.example', roleId: '14', department: 'Technology' },
          },
        ],
      },
    });
    expect(call && filesOf(call)).toEqual({
      'variables.input.organisation.logo': 'logo.png',
      'variables.input.organisation.icon': 'icon.png',
    });
    expect(storedKeys()).toHaveLength(0);
  });

  test('WIZ-14 OPEN-40 a person who could not be created has the reason, can be corrected, and the same attempt continues', async () => {
    let tries = 0;
    const opened = await open({
      useOrganisationWizardSubmit_Create: asked(() => {
        tries += 1;
        const fields = [{ __typename: 'FieldProblem', path: 'email', message: 'is in use' }];
        const failed = { designationId: 'CEO', email: 'ada@acme.example', message: 'email is in use', fields };
        return created(tries === 1 ? [failed] : []);
      }),
    });
    await toSeniors(opened);
    await openRow(opened, ceo);
    await fillPerson(opened.screen, 'Ada');
    await opened.press('Create organisation');
    const heading = page.getByRole('heading', { name: 'Acme was created, but some users were not' });
    await expect.element(heading).toBeVisible();
    await expect
      .element(page.getByRole('region', { name: 'Organiser' }).getByText('Created', { exact: true }))
      .toBeVisible();
    const row = page.getByRole('region', { name: ceo });
    await expect.element(row.getByText('Not created')).toBeVisible();
    await expect.element(row.getByText('Email is in use.')).toBeVisible();
    await expect.element(row.getByRole('textbox', { name: 'Email' })).toHaveFocus();
    await expect.element(page.getByText('Organisation Successfully created')).not.toBeInTheDocument();
    await row.getByRole('textbox', { name: 'Email' }).fill('ada.l@acme.example');
    await opened.press('Try again');
    await expect.element(page.getByText('Organisation Successfully created')).toBeVisible();
    const [first, second] = opened.sent().map(({ variables }) => variables.input as { attempt: string });
    expect(second?.attempt).toBe(first?.attempt);
    expect(second).toMatchObject({ seniorManagement: [{ person: { email: 'ada.l@acme.example' } }] });
    expect(filesOf(opened.sent()[1] as never)).not.toEqual({});
    await expect.poll(address).toBe('/T');
  });

  const unsentOf = (id: string, name: string) =>
    invitationOf(id, { email: `${name}@acme.example`, isEmailQueued: true, isUnsent: true });
  const notSent = () => page.getByRole('dialog', { name: 'The invitations were not sent' });
  const link = 'https://console.demo.example/reset-password?reset_password_token=the-token';
  const copied = {
    data: { copyInvitationLink: { __typename: 'CopyInvitationLinkPayload', invitation: invitationOf('1'), link } },
  };

  test('START-63 invitations that were not sent are listed at once by person, each with a link to copy', async () => {
    const sent = invitationOf('3', { email: 'sent@acme.example' });
    const opened = await open({
      useOrganisationWizardSubmit_Create: created([], [unsentOf('1', 'grace'), unsentOf('2', 'ada'), sent]),
      useInvitationActions_CopyLink: copied,
    });
    await toSeniors(opened);
    await openRow(opened, ceo);
    await fillPerson(opened.screen, 'Ada');
    await opened.press('Create organisation');
    await expect.poll(address).toBe('/T');
    const items = () => notSent().getByRole('listitem').elements();
    await expect.poll(items).toHaveLength(2);
    await notSent().getByRole('button', { name: 'Copy link for grace@acme.example' }).click();
    await expect.element(page.getByRole('textbox', { name: 'Link' })).toHaveValue(link);
    await opened.press('I have copied it');
    const alone = page.getByRole('dialog', { name: 'The invitation was not sent' });
    await expect
      .element(alone.getByText(/The invitation to ada@acme.example will be sent when email works again/))
      .toBeVisible();
    await alone.getByRole('button', { name: 'Close' }).click();
    await expect.element(alone).not.toBeInTheDocument();
    const copies = opened.calls.filter(({ name }) => name === 'useInvitationActions_CopyLink');
    expect(copies.map(({ variables }) => variables)).toEqual([{ input: { id: '1' } }]);
  });

  test('WIZ-2 the server’s message about the organisation appears at its field, in its step', async () => {
    const opened = await open({
      useOrganisationWizardSubmit_Create: failing('INVALID', 'brand name is taken', {
        fields: [{ path: 'organisation.brandName', message: 'is taken' }],
      }),
    });
    await toSeniors(opened, ceo);
    await opened.press('Create organisation');
    await onStep('Step 1 of 3: Organisation');
    await expect.element(page.getByText('is taken', { exact: true })).toBeVisible();
    await expect.element(field('Brand name')).toHaveFocus();
  });
});

test('UI-20 WIZ-1 at 320 px nothing is wider than the screen, and the keyboard does all of a step', async () => {
  await page.viewport(320, 900);
  const opened = await open();
  await toSeniors(opened);
  await openRow(opened, ceo);
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  await opened.press('Back');
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  await field('First name').click();
  await userEvent.keyboard('{Enter}');
  await onStep('Step 3 of 3: Senior management');
});
