import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { linkInvitationOf } from '../testing/invitations.ts';
import { userOf, usersPage } from '../testing/lists.ts';
import {
  filesOf,
  fillDetails,
  filledOrganisation,
  fillPlace,
  organisationLookups,
} from '../testing/organisationForms.ts';
import { address, openConsole } from '../testing/render.tsx';
import { type Answers, asked, failing, gatewayOf, organisation, pageOf, viewer } from '../testing/responses.ts';

const field = (name: string | RegExp) => page.getByRole('textbox', { name });
const email = 'new@acme.example';
const whomToAsk = /replaced by a newer one\. Ask the organisation that invited you to send a new link\.$/;
const onboarded = (payload: object = {}) => ({
  data: {
    onboardOrganisation: {
      __typename: 'OnboardOrganisationPayload',
      viewer: null,
      organisation: null,
      isEmailUnsent: false,
      ...payload,
    },
  },
});

beforeEach(() => page.viewport(1280, 2400));
afterEach(() => page.viewport(1280, 800));

type Screen = Awaited<ReturnType<typeof openConsole>>['screen'];

const next = (screen: Screen) => screen.getByRole('button', { name: 'Next' }).click();

describe('with an invitation', () => {
  const open = async (answers: Answers = {}, path = '/org-onboard?token=secret-token') => {
    const onboarding = {
      __typename: 'Onboarding',
      email,
      invitation: linkInvitationOf({ kind: 'ORGANISATION', role: null }),
    };
    const opened = await openConsole(
      path,
      gatewayOf({
        OnboardPage: { data: { onboarding, lookups: organisationLookups } },
        OnboardForm_Onboard: onboarded(),
        ...answers,
      }),
      { secret: null },
    );
    const submit = () => opened.screen.getByRole('button', { name: 'Create organisation' }).click();
    const sent = () => opened.calls.filter(({ name }) => name === 'OnboardForm_Onboard');
    return { ...opened, submit, sent };
  };
  const person = async (screen: Screen, fill = () => fillPlace(screen)) => {
    await fillDetails(screen);
    for (const [name, text] of [
      ['First name', 'Nora'],
      ['Last name', 'New'],
      ['Supervisor', 'boss@acme.example'],
    ] as const)
      await field(name).fill(text);
    await screen.getByRole('combobox', { name: 'Designation' }).fill('Founder');
    await field('First name').click();
    await next(screen);
    await fill();
  };

  test('START-17 ONB-1 ONB-8 CASES-15 the form says who invited, has the invited email, no user limit and no role, and the token leaves the address', async () => {
    const { screen, calls } = await open();
    await expect.element(screen.getByRole('heading', { name: 'Add your organisation', level: 1 })).toBeVisible();
    expect(address()).toBe('/org-onboard');
    await expect.element(field('Email')).toHaveValue(email);
    await expect.element(field('Email')).toHaveAttribute('readonly');
    await expect
      .element(screen.getByText('Ada Admin invited you to Demo as a vendor. The invitation expires on 27 Nov 2026.'))
      .toBeVisible();
    await expect.element(field(/User limit/)).not.toBeInTheDocument();
    await expect.element(screen.getByRole('combobox', { name: 'Role' })).not.toBeInTheDocument();
    expect(calls.map(({ name, variables }) => [name, variables])).toEqual([['OnboardPage', { token: 'secret-token' }]]);
  });

  test('START-12 the form begins with what is needed at hand and what comes after it', async () => {
    const { screen } = await open();
    const atHand = /^You need its legal name and address, a logo and an icon \(each PNG, JPEG or SVG, at most 2 MB\)/;
    await expect.element(screen.getByText(atHand)).toBeVisible();
    await expect.element(screen.getByText(/^After that, you set your password/)).toBeVisible();
    await expect.element(screen.getByText(/organisation you and your colleagues work for/)).not.toBeInTheDocument();
  });

  test.for([
    ['ONB-2', 'a missing', '/org-onboard', 0],
    ['START-19 ONB-2 CASES-45', 'an unknown, used or expired', '/org-onboard?token=old', 1],
  ] as const)('%s %s token is /page-not-found', async ([, , path, asks]) => {
    const { calls, screen } = await open(
      { OnboardPage: { data: { onboarding: null, lookups: organisationLookups } } },
      path,
    );
    await expect.poll(address).toBe('/page-not-found');
    expect(calls).toHaveLength(asks);
    await expect.poll(() => screen.getByText(whomToAsk).elements()).toHaveLength(asks);
  });

  test('ONB-3 ORG-15 USER-22 START-31 what is missing says required, and nothing is sent', async () => {
    const { screen, submit, sent } = await open();
    await expect.element(field('Brand name')).toBeVisible();
    await expect.element(field('Supervisor')).toHaveValue(email);
    await next(screen);
    await expect.poll(() => screen.getByText('required', { exact: true }).elements().length).toBe(8);
    await expect.element(field('Brand name')).toHaveFocus();
    await person(screen, async () => {
      await submit();
      await expect.poll(() => screen.getByText('required', { exact: true }).elements().length).toBe(6);
      await expect.element(screen.getByRole('button', { name: 'Logo: Choose File' })).toHaveFocus();
    });
    expect(sent()).toHaveLength(0);
  });

  test.for([
    [false, `An email to ${email} is queued.`],
    [true, 'Email is not set up here, so we cannot send you the link to set your password.'],
  ] as const)('EMAIL-6 the end says whether the link is emailed: %s', async ([isEmailUnsent, text]) => {
    const { screen, submit } = await open({ OnboardForm_Onboard: onboarded({ isEmailUnsent }) });
    await person(screen);
    await submit();
    await expect.element(screen.getByText(text, { exact: false })).toBeVisible();
  });

  test('ONB-4 ONB-5 MSG-26 one upload with the token in its header ends with Submission Successful and the way to sign in', async () => {
    const { screen, submit, sent, router } = await open();
    await person(screen);
    await submit();
    await expect.element(screen.getByRole('heading', { name: 'Submission Successful' })).toBeVisible();
    await expect.element(screen.getByText(email, { exact: false })).toBeVisible();
    const [call] = sent();
    expect(call?.headers.get('x-onboarding-token')).toBe('secret-token');
    expect(call?.headers.get('x-csrf-guard')).toBe('1');
    expect(call?.variables).toEqual({
      input: {
        token: 'secret-token',
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        organisation: filledOrganisation,
        organiser: {
          firstName: 'Nora',
          lastName: 'New',
          email,
          designation: 'Founder',
          supervisorEmail: 'boss@acme.example',
          department: 'InfoSec',
          countryCode: null,
          mobile: null,
        },
      },
    });
    expect(call && Object.values(filesOf(call))).toEqual(['logo.png', 'icon.png']);
    await screen.getByRole('link', { name: 'Go to the sign-in page' }).click();
    await expect.poll(address).toBe('/login');
    await expect.element(screen.getByRole('heading', { name: 'Submission Successful' })).not.toBeInTheDocument();
    await router.navigate('/org-onboard');
    await expect.poll(address).toBe('/page-not-found');
  });

  test('START-19 ONB-2 a token that was used in the time between leads to /page-not-found without a question', async () => {
    const { screen, submit } = await open({ OnboardForm_Onboard: failing('TOKEN_INVALID', 'Token is invalid') });
    await person(screen);
    await submit();
    await expect.poll(address).toBe('/page-not-found');
    await expect.element(screen.getByText(whomToAsk)).toBeVisible();
    await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
  });

  test('FRAME-5 the chosen logo and icon are shown in a preview of the top bar next to the second part', async () => {
    const { screen } = await open();
    await person(screen);
    await expect.element(screen.getByRole('region', { name: 'Step 2 of 2: Address and images' })).toBeVisible();
    const help = screen.getByRole('complementary', { name: 'Help' });
    const bar = help.getByRole('img', { name: 'Top bar of Acme' });
    await expect.poll(() => bar.element().querySelector('img')?.src).toMatch(/^data:image/);
    await expect.poll(() => help.element().querySelectorAll('img[src^="data:image"]').length).toBe(2);
  });

  test('ONB-1 UI-20 at 320 px nothing is wider than the screen', async () => {
    await page.viewport(320, 900);
    await open();
    await expect.element(field('Brand name')).toBeVisible();
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  });
});

describe('signed in without an organisation', () => {
  const none = {
    viewUsers: false,
    manageUsers: false,
    viewSso: false,
    listOrganisations: false,
    createOrganisation: false,
  };
  const can = { ...viewer.can, ...none, editOwnOrganisation: false, onboardOrganisation: true };
  const user = userOf('1', { ...viewer.user, organisationId: null, organisation: null, logoUrl: null });
  const viewerWithoutOrganisation = { ...viewer, user, organisation: null, can };
  const viewerWithOrganisation = { ...viewer, user: { ...user, organisationId: '7' } };

  const open = async (path = '/O/add', answers: Answers = {}) => {
    let currentViewer: object = viewerWithoutOrganisation;
    const opened = await openConsole(
      path,
      gatewayOf({
        OnboardOwnPage: asked(() => ({ data: { viewer: currentViewer, lookups: organisationLookups } })),
        OrganisationPage: asked(() => ({ data: { viewer: currentViewer } })),
        OwnUsersPage: asked((call) => ({ data: { ...usersPage(call).data, viewer: currentViewer } })),
        OnboardForm_Onboard: asked(() => {
          currentViewer = viewerWithOrganisation;
          return onboarded({ viewer: viewerWithOrganisation, organisation: { __typename: 'Organisation', id: '7' } });
        }),
        ...answers,
      }),
    );
    return opened;
  };
  const onForm = () =>
    expect.element(page.getByRole('heading', { name: 'Add your organisation', level: 1 })).toBeVisible();

  test.for(['/'])('NAV-15 LOGIN-19 ONB-6 from %s they are led to /O/add', async (path) => {
    await open(path);
    await onForm();
    expect(address()).toBe('/O/add');
  });

  test('START-12 /O/add says what the organisation is for, what is needed at hand and what comes after it', async () => {
    const { screen } = await open();
    await expect.element(screen.getByText(/^Enter the organisation you and your colleagues work for/)).toBeVisible();
    await expect.element(screen.getByText(/^You need its legal name/)).toBeVisible();
    await expect.element(screen.getByText('After that, you add customers and vendors, then users.')).toBeVisible();
  });

  test('NAV-15 OPEN-64 from a page that refuses them they are led to /O/add', async () => {
    const refused = (path: string) => ({ message: 'Not allowed', path: [path], extensions: { code: 'FORBIDDEN' } });
    const { screen } = await open('/T', {
      OrganisationListPage: {
        data: { viewer: viewerWithoutOrganisation, active: null, disabled: null },
        errors: [refused('active'), refused('disabled')],
      },
    });
    await onForm();
    expect(address()).toBe('/O/add');
    await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
  });

  test('ONB-6 NAV-5 the form has their own email, and the navigation Organisation only', async () => {
    const { screen } = await open();
    await onForm();
    await expect.element(field('Email')).toHaveValue('admin@demo.example');
    const links = () => screen.getByRole('navigation', { name: 'Main' }).getByRole('link').elements();
    await expect.poll(() => links().map(({ textContent }) => textContent)).toEqual(['Organisation']);
    await expect.poll(() => document.title).toBe('Add your organisation · Console');
  });

  test('ONB-7 MSG-26 submitting shows the organisation at /O, and the navigation by role', async () => {
    const { screen, calls } = await open();
    await fillDetails(screen);
    await next(screen);
    await fillPlace(screen);
    await screen.getByRole('button', { name: 'Create organisation' }).click();
    await expect.element(screen.getByText('Submission Successful', { exact: true })).toBeVisible();
    await expect.element(screen.getByRole('heading', { name: organisation.brandName, level: 1 })).toBeVisible();
    expect(address()).toBe('/O');
    await expect
      .element(screen.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'User' }))
      .toBeVisible();
    const call = calls.find(({ name }) => name === 'OnboardForm_Onboard');
    expect(call?.headers.get('x-onboarding-token')).toBeNull();
    expect(call?.variables.input).not.toHaveProperty('token');
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  });

  test('NAV-16 a user with an organisation is redirected from /O/add to /O', async () => {
    await openConsole(
      '/O/add',
      gatewayOf({
        OnboardOwnPage: { data: { viewer: viewerWithOrganisation, lookups: organisationLookups } },
        OrganisationPage: pageOf(viewer),
      }),
    );
    await expect.poll(address).toBe('/O');
  });
});
