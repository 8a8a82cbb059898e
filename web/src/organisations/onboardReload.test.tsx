import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  fillDetails,
  filledOrganisation,
  fillField,
  fillPlace,
  imageFile,
  organisationLookups,
  pickImage,
} from '../testing/organisationForms.ts';
import { address, openConsole, storedKeys } from '../testing/render.tsx';
import { gatewayOf } from '../testing/responses.ts';

const onboarding = { __typename: 'Onboarding', email: 'new@acme.example', invitation: null };
const payload = { __typename: 'OnboardOrganisationPayload', viewer: null, organisation: null, isEmailUnsent: false };
const gateway = gatewayOf({
  OnboardPage: { data: { onboarding, lookups: organisationLookups } },
  OnboardForm_Onboard: { data: { onboardOrganisation: payload } },
});
const open = (path: string) => openConsole(path, gateway, { secret: null });
const field = (name: string) => page.getByRole('textbox', { name });
const next = () => page.getByRole('button', { name: 'Next' }).click();
const submit = () => page.getByRole('button', { name: 'Create organisation' }).click();

beforeEach(async () => {
  // The page of another test file may have stored its draft when it was closed.
  sessionStorage.clear();
  await page.viewport(1280, 2400);
});
afterEach(() => page.viewport(1280, 800));

test('ONB-10 FRAME-6 F5 shows the part again with what was typed, asks for the files at once, and submits', async () => {
  const first = await open('/org-onboard?token=secret-token');
  await fillDetails(first.screen);
  await fillField(first.screen, { 'First name': 'Nora', 'Last name': 'New', Supervisor: 'boss@acme.example' });
  await first.screen.getByRole('combobox', { name: 'Designation' }).fill('Founder');
  await field('First name').click();
  await next();
  await fillPlace(first.screen);
  await expect.poll(() => Object.values(sessionStorage).join()).toContain('Founder');
  // The draft is stored a moment after the last change.
  for (const last of ['Oslo', '"leavesOut":true'])
    await expect.poll(() => Object.values(sessionStorage).join()).toContain(last);
  expect(JSON.stringify({ ...localStorage })).not.toContain('secret-token');
  const stored = { ...sessionStorage };
  await first.screen.unmount();
  for (const [key, value] of Object.entries(stored)) sessionStorage.setItem(key, value);

  const { calls } = await open('/org-onboard');
  await expect
    .element(page.getByText('Your unsaved changes were restored, except the logo and icon. Choose them again.'))
    .toBeVisible();
  expect(address()).toBe('/org-onboard');
  await expect.element(field('City')).toHaveValue('Oslo');
  await expect.poll(() => page.getByText('must be selected again').elements()).toHaveLength(2);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect.element(field('Brand name')).toHaveValue('Acme');
  await expect.element(field('First name')).toHaveValue('Nora');
  await next();
  // After another reload the form would ask for the files again.
  await expect.poll(() => Object.values(sessionStorage).join()).toContain('"leavesOut":true');
  await submit();
  await expect.poll(() => page.getByText('required', { exact: true }).elements().length).toBe(2);
  await expect.element(page.getByRole('button', { name: 'Logo: Choose File' })).toHaveFocus();
  await pickImage('Logo', imageFile('logo.png'));
  await pickImage('Icon', imageFile('icon.png'));
  await submit();
  await expect.element(page.getByRole('heading', { name: 'Submission Successful' })).toBeVisible();
  const sent = calls.find(({ name }) => name === 'OnboardForm_Onboard');
  expect(sent?.headers.get('x-onboarding-token')).toBe('secret-token');
  expect(sent?.variables).toMatchObject({
    input: { organisation: filledOrganisation, organiser: { designation: 'Founder' } },
  });
  await expect.poll(storedKeys).toEqual([]);
});

test('ONB-10 what was typed for one invitation is not shown for another', async () => {
  const first = await open('/org-onboard?token=secret-token');
  await field('Brand name').fill('Acme');
  await expect.poll(() => Object.values(sessionStorage).join()).toContain('Acme');
  const stored = { ...sessionStorage };
  await first.screen.unmount();
  for (const [key, value] of Object.entries(stored)) sessionStorage.setItem(key, value);

  const other = { ...onboarding, email: 'other@beta.example' };
  const answers = gatewayOf({ OnboardPage: { data: { onboarding: other, lookups: organisationLookups } } });
  await openConsole('/org-onboard?token=another-token', answers, { secret: null });
  await expect.element(field('Email')).toHaveValue('other@beta.example');
  await expect.element(field('Brand name')).toHaveValue('');
});
