import { texts } from '@console/contract/rules';
import { describe, expect, test } from 'vitest';
import { rowsOf } from '../testing/lists.ts';
import { invitePage, mappingEdge, openMapping, organisationInvite } from '../testing/mappings.ts';
import { address } from '../testing/render.tsx';
import { type Answers, asked, failing } from '../testing/responses.ts';
import type { Answer } from '../testing/script.ts';

const exists = organisationInvite('ORGANISATION_EXISTS', texts.mappings.organisationExists);
const unknown = organisationInvite('ORGANISATION_UNKNOWN', texts.mappings.organisationUnknown, null);
const mapped = organisationInvite('MAPPING_EXISTS', texts.mappings.exists);
const invited = (edge: object | null): Answer => ({
  data: { inviteOrganisation: { __typename: 'InviteOrganisationPayload', edge, organisation: null } },
});
const newEdge = mappingEdge('99', { brand: 'Acme', changes: { action: 'STATUS', viewerCanAccept: false } });

interface Start {
  path?: string;
  check?: Answer;
  invite?: Answer;
  answers?: Answers;
}

const open = async ({ path = '/M/invite', check = exists, invite = invited(newEdge), answers = {} }: Start = {}) => {
  const opened = await openMapping({
    path,
    answers: { useInviteeLookup_LookUp: check, InviteOrganisationForm_Invite: invite, ...answers },
  });
  const email = () => opened.screen.getByRole('textbox', { name: /^Email/ });
  const next = async (text = ' ceo@acme.example ') => {
    await email().fill(text);
    await opened.button('Next').click();
  };
  return { ...opened, email, next };
};

describe('the first step', () => {
  test('INVITE-1 REALUSE-14 /M/invite asks for an email, says how a customer comes about, in one request, with the way back', async () => {
    const { screen, email, names } = await open();
    await expect.element(screen.getByRole('heading', { name: 'Invite External Organisation', level: 1 })).toBeVisible();
    await expect.element(email()).toHaveValue('');
    expect(names()).toEqual(['InviteOrganisationPage']);
    await expect.poll(() => document.title).toBe('Invite External Organisation · Demo · Console');
    await expect.element(screen.getByText(/^Please invite Demo as your vendor: .+, and enter .+@.+\./)).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Copy the text' })).toBeVisible();
    const crumbs = screen.getByRole('navigation', { name: 'Breadcrumb' });
    await expect.element(crumbs.getByRole('link', { name: 'External Mapping' })).toHaveAttribute('href', '/M');
  });

  test.for([
    ['', 'required'],
    ['nowhere', 'must be an email address'],
  ] as const)('INVITE-3 MSG-13 with the email “%s” it says %s and asks nothing', async ([text, message]) => {
    const { screen, next, email, names } = await open();
    await next(text);
    await expect.element(screen.getByText(message, { exact: true })).toBeVisible();
    await expect.element(email()).toHaveFocus();
    expect(names()).toEqual(['InviteOrganisationPage']);
  });

  test('INVITE-9 an email of one’s own organisation is refused at its field, without a toast', async () => {
    const message = 'belongs to your own organisation';
    const { screen, next, email } = await open({
      check: failing('INVALID', `email ${message}`, { fields: [{ path: 'email', message }] }),
    });
    await next('me@demo.example');
    await expect.element(screen.getByRole('main').getByText(message, { exact: true })).toBeVisible();
    await expect.element(email()).toHaveFocus();
    await expect.element(email()).toHaveValue('me@demo.example');
    await expect.element(screen.getByText(`Email ${message}.`)).not.toBeInTheDocument();
  });
});

describe('the second step', () => {
  test('START-20 INVITE-5 MSG-21 where a mapping exists there is its message, and nothing to confirm or to say of the parts', async () => {
    const { screen, next, button, names, email } = await open({ check: mapped });
    await next();
    await expect.element(screen.getByText('Organisation Mapping Already Exist')).toBeVisible();
    await expect.element(screen.getByText(/its customer/)).not.toBeInTheDocument();
    for (const name of ['Send request', 'Send invitation']) await expect.element(button(name)).not.toBeInTheDocument();
    await button('Use another email address').click();
    await expect.element(email()).toHaveValue('ceo@acme.example');
    await expect.element(email()).toHaveFocus();
    await next('other@acme.example');
    await button('Back to the list').click();
    await expect.element(screen.getByRole('table', { name: 'Mapping requests' })).toBeVisible();
    expect(address()).toBe('/M');
    await expect.poll(() => names().at(-1)).toBe('ExternalMappingPage');
  });

  test.for([
    ['/M/invite', exists, 'When Acme accepts, it becomes a vendor of Demo, and Demo becomes its customer.'],
    [
      '/O/8/mapping/invite',
      unknown,
      'When the new organisation joins and accepts, it becomes a vendor of Other, and Other becomes its customer.',
    ],
  ] as const)(
    'START-20 %s says before it is sent who becomes the vendor and who the customer',
    async ([path, check, text]) => {
      const { screen, next, names } = await open({ path, check });
      await next();
      await expect.element(screen.getByText(text, { exact: true })).toBeVisible();
      expect(names()).not.toContain('InviteOrganisationForm_Invite');
    },
  );

  test('INVITE-4 INVITE-6 INVITE-8 INVITE-17 MSG-21 MSG-25 GQL-6 a known one is asked, and its row is there without asking for the list', async () => {
    const { screen, button, email, names, calls } = await open({ path: '/M' });
    await screen.getByRole('link', { name: 'Invite External Organisation' }).click();
    await email().fill(' ceo@acme.example ');
    await button('Next').click();
    await expect
      .element(screen.getByText('Organisation exists. Send approval request for Mapping.', { exact: true }))
      .toBeVisible();
    await expect.element(screen.getByText('Acme · ceo@acme.example')).toBeVisible();
    await screen.getByRole('checkbox', { name: 'Remediator' }).click();
    await button('Send request').click();
    await expect.element(screen.getByText('Organisation Mapping', { exact: true })).toBeVisible();
    await expect.element(screen.getByRole('table', { name: 'Mapping requests' })).toBeVisible();
    expect(address()).toBe('/M');
    await expect
      .poll(() => rowsOf('Mapping requests').map((row) => [row[0], row.at(-1)]))
      .toEqual([
        ['Acme', 'Pending'],
        ['Company 80', 'AcceptReject'],
        ['Company 81', 'AcceptReject'],
      ]);
    expect(names()).toEqual([
      'ExternalMappingPage',
      'InviteOrganisationPage',
      'useInviteeLookup_LookUp',
      'InviteOrganisationForm_Invite',
    ]);
    expect(calls[2]?.variables).toEqual({ email: 'ceo@acme.example', organisationId: '7' });
    expect(calls[3]?.variables).toEqual({
      email: 'ceo@acme.example',
      organisationId: '7',
      modules: ['remediator'],
    });
  });

  test('INVITE-7 INVITE-17 MSG-21 an unknown one is invited; without a choice no modules are sent, and the list is asked for', async () => {
    const { screen, next, button, names, calls } = await open({
      path: '/O/8/mapping/invite?from=M',
      check: unknown,
      invite: invited(null),
    });
    await next();
    await expect
      .element(screen.getByText('This Organisation DOES NOT exist. Send invitation?', { exact: true }))
      .toBeVisible();
    await button('Send invitation').click();
    await expect.element(screen.getByRole('table', { name: 'Mapping requests' })).toBeVisible();
    expect(address()).toBe('/O/8/mapping?from=M');
    expect(calls[2]?.variables).toEqual({ email: 'ceo@acme.example', organisationId: '8' });
    await expect.poll(() => names().at(-1)).toBe('ExternalMappingPage');
  });

  test('INVITE-5 a mapping that was created in the time between has its message, without a toast', async () => {
    const { screen, next, button } = await open({ invite: failing('CONFLICT', 'Conflict') });
    await next();
    await button('Send request').click();
    await expect.element(screen.getByText('Organisation Mapping Already Exist')).toBeVisible();
    await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
    await expect.element(button('Send request')).not.toBeInTheDocument();
  });

  test('INVITE-8 what the server says of the email leads back to it, and all that was chosen is kept', async () => {
    const { screen, next, button, email } = await open({
      invite: failing('INVALID', 'email is refused', { fields: [{ path: 'email', message: 'is refused' }] }),
    });
    await next();
    const module = () => screen.getByRole('checkbox', { name: 'Auditor' });
    await module().click();
    await button('Send request').click();
    await expect.element(screen.getByRole('main').getByText('is refused', { exact: true })).toBeVisible();
    await expect.element(email()).toHaveFocus();
    await next();
    await expect.element(module()).toBeChecked();
  });

  test('INVITE-17 the form works without modules that could not be loaded', async () => {
    const { screen, next, button } = await open({
      answers: { InviteOrganisationPage: asked((call) => invitePage(call, {}, null)) },
    });
    await next();
    await expect.element(screen.getByText(/^The modules could not be loaded/)).toBeVisible();
    await button('Send request').click();
    await expect.element(screen.getByRole('table', { name: 'Mapping requests' })).toBeVisible();
    expect(address()).toBe('/M');
  });
});

test('INVITE-2 an organisation that may not be invited for has no form', async () => {
  const { screen } = await openMapping({
    path: '/O/8/mapping/invite',
    answers: {
      InviteOrganisationPage: asked((call) => invitePage(call, { viewerCanInviteOrganisations: false })),
    },
  });
  await expect.element(screen.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
});
