import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { enterChoice } from '../testing/enter.ts';
import { userOf } from '../testing/lists.ts';
import { filesOf, imageFile, organisationLookups, pickImage } from '../testing/organisationForms.ts';
import { address, openConsole } from '../testing/render.tsx';
import { type Answers, asked, failing, gatewayOf, organisation, pageOf, viewer } from '../testing/responses.ts';
import { role } from '../testing/roles.ts';
import type { Answer, Call } from '../testing/script.ts';

const organiser = userOf('3', {
  fullName: 'Olga Organiser',
  firstName: 'Olga',
  lastName: 'Organiser',
  email: 'organiser@demo.example',
  role: role('13', 'ORGANISER', 'Organiser', 3),
});
const icon = { __typename: 'StoredFile', name: 'icon.png', url: '/files/icon' };
const known = { ...organisation, icon, organiser };

const editPage = ({ variables }: Pick<Call, 'variables'>, changes: object = {}): Answer => {
  const shown = { ...known, ...changes };
  return {
    data: {
      viewer: { ...viewer, ...(variables.own === true && { organisation: shown }) },
      ...(variables.own !== true && { organisation: { ...shown, id: variables.id } }),
      lookups: organisationLookups,
    },
  };
};

const newLogo = { __typename: 'StoredFile', name: 'new.png', url: '/files/new' };
const saved = ({ variables }: Call): Answer => {
  const { id, organisation: given } = variables.input as { id: string; organisation: Record<string, unknown> };
  const { logo: _logo, icon: _icon, ...texts } = given;
  const facility = { __typename: 'Facility', ...(texts.facility as object) };
  const changed = { ...known, ...texts, facility, id, logo: newLogo, updatedAt: '2026-11-22T08:00:00.000Z' };
  return {
    data: { updateOrganisation: { __typename: 'UpdateOrganisationPayload', organisation: changed } },
  };
};

const open = async (answers: Answers = {}, path = '/O/edit') => {
  const opened = await openConsole(
    path,
    gatewayOf({
      EditOrganisationPage: asked((call) => editPage(call)),
      OrganisationPage: asked(({ variables: { own, id } }) =>
        own
          ? pageOf({ ...viewer, organisation: known as never })
          : { data: { viewer, organisation: { ...known, id } } },
      ),
      EditOrganisationForm_Update: asked(saved),
      ...answers,
    }),
  );
  const sent = () => opened.calls.filter(({ name }) => name === 'EditOrganisationForm_Update');
  const save = () => opened.screen.getByRole('button', { name: 'Save' }).click();
  return { ...opened, sent, save };
};
const field = (name: string | RegExp) => page.getByRole('textbox', { name });

beforeEach(() => page.viewport(1280, 2400));
afterEach(() => page.viewport(1280, 800));

test('ORG-14 ORG-18 ORG-19 the form holds what is saved, with no user limit, in one request', async () => {
  const { screen, calls } = await open();
  await expect.element(field('Brand name')).toHaveValue('Demo');
  await expect.element(field('Email domains')).toHaveValue('demo.example, demo.test');
  await expect.element(screen.getByRole('combobox', { name: 'Industry' })).toHaveValue('Finance');
  await expect.element(screen.getByRole('combobox', { name: 'Country' })).toHaveValue('India');
  await expect.element(field(/^Registered address/)).toHaveValue('1 Residency Road');
  const logo = screen.getByRole('group', { name: 'Logo' });
  await expect.element(logo.getByText('logo.png')).toBeVisible();
  await expect.element(logo.getByText('Current image')).toBeVisible();
  await expect.element(field('Email')).toHaveAttribute('readonly');
  await expect.element(field(/User limit/)).not.toBeInTheDocument();
  expect(calls.map(({ name }) => name)).toEqual(['EditOrganisationPage']);
  await expect.poll(() => document.title).toBe('Edit · Demo · Console');
});

test('ORG-14 OPEN-58 unchanged files and persons are not sent', async () => {
  const { screen, sent, save } = await open();
  await field('Brand name').fill('Demo 2');
  await save();
  await expect.element(screen.getByText('Organisation Successfully updated', { exact: true })).toBeVisible();
  expect(sent()[0]?.variables).toEqual({
    input: {
      id: '7',
      organisation: {
        brandName: 'Demo 2',
        legalName: 'Demo Ltd',
        industry: 'Finance',
        emailDomains: ['demo.example', 'demo.test'],
        website: 'https://demo.example/about',
        facility: {
          pin: '560001',
          country: 'India',
          state: 'Karnataka',
          city: 'Bengaluru',
          registeredAddress: '1 Residency Road',
        },
      },
      expectedUpdatedAt: organisation.updatedAt,
    },
  });
  expect(sent()[0]?.form).toBeNull();
  await expect.poll(address).toBe('/O');
});

test('ORG-19 ORG-20 MSG-23 a new logo is sent as a file, and the top bar shows it', async () => {
  const { screen, client, sent, save } = await open({ OrganisationPage: asked(() => new Promise(() => {})) });
  await expect.element(field('Brand name')).toHaveValue('Demo');
  await pickImage('Logo', imageFile('new.png'));
  await field('First name').fill('Olivia');
  await save();
  await expect.poll(() => sent().length).toBe(1);
  const [call] = sent();
  expect(call && filesOf(call)).toEqual({ 'variables.input.organisation.logo': 'new.png' });
  expect(call?.variables).toMatchObject({
    input: { organiser: { firstName: 'Olivia', email: 'organiser@demo.example', roleId: '13' } },
  });
  await expect.element(screen.getByText('Organisation Successfully updated', { exact: true })).toBeVisible();
  // The scripted gateway serves no files; the cache shows which file the top bar requests.
  const cached = client.cache.extract() as Record<string, { logoUrl?: string }>;
  expect(cached['User:1']?.logoUrl).toBe(newLogo.url);
});

test('START-96 a logo that was saved anew on disk is not sent: its field names it, and it can be chosen again', async () => {
  const { screen, sent, save } = await open();
  await expect.element(field('Brand name')).toHaveValue('Demo');
  await pickImage('Logo', imageFile('new.png'));
  const read = vi.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValue(new DOMException('', 'NotReadableError'));
  await save();
  const logo = screen.getByRole('group', { name: 'Logo' });
  const message = logo.getByText('“new.png” was changed or moved after it was selected. Choose it again.');
  await expect.element(message).toBeVisible();
  await expect.element(logo.getByRole('button', { name: 'Logo: Replace' })).toHaveFocus();
  expect(sent()).toEqual([]);
  await expect.element(screen.getByText('Request Failed')).not.toBeInTheDocument();
  read.mockRestore();
  await pickImage('Logo', imageFile('new.png'));
  await expect.element(message).not.toBeInTheDocument();
  await save();
  await expect.poll(() => sent().length).toBe(1);
});

test('ORG-20 the information page of another organisation shows what was saved, and the own logo stays', async () => {
  const { screen, client, save } = await open(
    { OrganisationPage: asked(() => new Promise(() => {})) },
    '/O/8/edit?from=T',
  );
  await field('Brand name').fill('Other 2');
  await save();
  await expect.poll(address).toBe('/O/8?from=T&tab=info');
  const cached = client.cache.extract() as Record<string, { brandName?: string; logoUrl?: string }>;
  expect(cached['Organisation:8']?.brandName).toBe('Other 2');
  expect(cached['User:1']?.logoUrl).toBe(viewer.user.logoUrl);
  await expect.element(screen.getByText('Organisation Successfully updated', { exact: true })).toBeVisible();
});

test('ORG-15 MSG-13 what is missing says required, and nothing is sent', async () => {
  const { screen, sent, save } = await open();
  for (const name of ['Brand name', 'PIN', 'Website', 'First name']) await field(name).fill('');
  await save();
  await expect.poll(() => screen.getByText('required', { exact: true }).elements().length).toBe(4);
  await expect.element(field('Brand name')).toHaveFocus();
  expect(sent()).toHaveLength(0);
});

test('ORG-15 ORG-19 an organisation without logo and icon needs both to be saved', async () => {
  const { screen, sent, save } = await open({
    EditOrganisationPage: asked((call) => editPage(call, { logo: null, icon: null })),
  });
  await save();
  for (const name of ['Logo', 'Icon'])
    await expect.element(screen.getByRole('group', { name }).getByText('required', { exact: true })).toBeVisible();
  expect(sent()).toHaveLength(0);
  await pickImage('Logo', imageFile('new.png'));
  await pickImage('Icon', imageFile('small.png'));
  await save();
  await expect.poll(() => sent().length).toBe(1);
});

test('ORG-20 the server’s message appears at its field', async () => {
  const fields = [{ path: 'organisation.facility.pin', message: 'is unknown' }];
  const { screen, save } = await open({
    EditOrganisationForm_Update: failing('INVALID', 'pin is unknown', { fields }),
  });
  await field('Brand name').fill('Demo 2');
  await save();
  await expect.element(screen.getByText('is unknown', { exact: true })).toBeVisible();
  await expect.element(field('PIN')).toHaveFocus();
});

test('ORG-20 CONFLICT keeps what was typed, loads their changes into the rest, and is then saved on top', async () => {
  const later = '2026-11-22T09:00:00.000Z';
  let changes: object = {};
  const { screen, save, sent } = await open({
    EditOrganisationPage: asked((call) => editPage(call, changes)),
    EditOrganisationForm_Update: asked((call) =>
      (call.variables.input as { expectedUpdatedAt: string }).expectedUpdatedAt === later
        ? saved(call)
        : failing('CONFLICT', 'Changed meanwhile'),
    ),
  });
  await field('Brand name').fill('Demo 2');
  changes = { brandName: 'Theirs', legalName: 'Theirs Ltd', updatedAt: later };
  await save();
  await screen.getByRole('button', { name: 'Load their changes' }).click();
  await expect.element(screen.getByText('Legal name: Theirs Ltd')).toBeVisible();
  await expect.element(field('Legal name')).toHaveValue('Theirs Ltd');
  await expect.element(field('Brand name')).toHaveValue('Demo 2');
  await save();
  await expect.element(screen.getByText('Organisation Successfully updated', { exact: true })).toBeVisible();
  expect(sent().at(-1)?.variables).toMatchObject({
    input: { organisation: { brandName: 'Demo 2', legalName: 'Theirs Ltd' }, expectedUpdatedAt: later },
  });
});

test('ORG-20 OPEN-58 without an organiser none is asked for, and one that is entered is sent', async () => {
  const { save, sent } = await open({ EditOrganisationPage: asked((call) => editPage(call, { organiser: null })) });
  await field('Brand name').fill('Demo 2');
  await save();
  await expect.poll(() => sent().length).toBe(1);
  expect(sent()[0]?.variables.input).not.toHaveProperty('organiser');
});

describe('viewers who may not edit', () => {
  test('NAV-14 /O/:orgId/edit of an organisation that the viewer may see and not change', async () => {
    await open({ EditOrganisationPage: asked((call) => editPage(call, { viewerCanEdit: false })) }, '/O/8/edit');
    await expect.poll(address).toBe('/page-not-found');
  });
});

test('START-68 an organiser of another organisation gets a role that reaches all organisations after one more question', async () => {
  const { screen, save, sent } = await open({}, '/O/8/edit');
  await enterChoice(
    screen.getByRole('combobox', { name: 'Role' }),
    screen.getByRole('option', { name: 'Administrator', exact: true }),
    'Administrator',
  );
  await save();
  const dialog = screen.getByRole('dialog', { name: 'Assign the role Administrator to Olga Organiser?' });
  await expect.element(dialog).toBeVisible();
  expect(sent()).toEqual([]);
  await dialog.getByRole('button', { name: 'Assign role' }).click();
  await expect.poll(() => sent()[0]?.variables).toMatchObject({ input: { organiser: { roleId: '11' } } });
});

test('FRAME-4 ORG-14 next to the form is what logo and icon look like, and no user limit', async () => {
  const { screen } = await open();
  const help = screen.getByRole('complementary', { name: 'Help' });
  const preview = help.getByRole('img', { name: 'Top bar of Demo' });
  // Tests have no file for the saved logo, so Logo shows its default.
  await expect.poll(() => preview.element().querySelectorAll('img')).toHaveLength(1);
  await expect.element(help.getByText(/user limit/i)).not.toBeInTheDocument();
  await pickImage('Logo', imageFile('new.png'));
  await expect.poll(() => preview.element().querySelector('img')?.getAttribute('src')).toMatch(/^data:image/);
});
