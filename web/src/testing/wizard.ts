import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { invitationsIn } from './invitations.ts';
import { organisationList } from './lists.ts';
import { fillOrganisation, fillPerson, organisationLookups } from './organisationForms.ts';
import { openConsole } from './render.tsx';
import { type Answers, asked, gatewayOf, viewer } from './responses.ts';
import type { Answer } from './script.ts';

export const created = (failed: object[] = [], invitations: object[] | null = null): Answer => ({
  data: {
    createOrganisation: {
      __typename: 'CreateOrganisationPayload',
      organisation: { __typename: 'Organisation', id: '99', invitations: invitationsIn(invitations) },
      failed: failed.map((person) => ({ __typename: 'FailedPerson', fields: [], ...person })),
    },
  },
});

export const open = async (answers: Answers = {}, path = '/O/create') => {
  const opened = await openConsole(
    path,
    gatewayOf({
      OrganisationWizardPage: { data: { viewer, lookups: organisationLookups } },
      OrganisationListPage: asked((call) => organisationList(call)),
      useOrganisationWizardSubmit_Create: created(),
      ...answers,
    }),
  );
  const { screen, calls } = opened;
  const press = (name: string) => screen.getByRole('button', { name, exact: true }).click();
  const row = (label: RegExp) => screen.getByRole('region', { name: label });
  const sent = () => calls.filter(({ name }) => name === 'useOrganisationWizardSubmit_Create');
  return { ...opened, press, row, sent };
};
export type Opened = Awaited<ReturnType<typeof open>>;

export const field = (name: string) => page.getByRole('textbox', { name });
export const onStep = (name: string) => expect.element(page.getByRole('region', { name })).toBeVisible();

export const toOrganiser = async ({ screen, press }: Opened) => {
  await fillOrganisation(screen);
  await press('Next');
  await onStep('Step 2 of 3: Organiser');
};
export const toSeniors = async (opened: Opened, designation = 'Manager') => {
  await toOrganiser(opened);
  await fillPerson(opened.screen, 'Grace', { designation });
  await opened.press('Next');
  await onStep('Step 3 of 3: Senior management');
};
export const toggleRow = (opened: Opened, label: string) => opened.press(label);
export const openRow = async (opened: Opened, label: string) => {
  const row = page.getByRole('button', { name: label, exact: true });
  await expect.element(row).toBeVisible();
  if (row.element().getAttribute('aria-expanded') !== 'true') await toggleRow(opened, label);
};
/** Opens the page again, like a reload of the tab. */
export const reload = async (first: Opened, answers: Answers = {}) => {
  window.dispatchEvent(new Event('pagehide'));
  const stored = { ...sessionStorage };
  await first.screen.unmount();
  for (const [key, value] of Object.entries(stored)) sessionStorage.setItem(key, value);
  return open(answers);
};
export const ceo = 'Chief Executive Officer [CEO]';
export const ciso = 'Chief Information Security Officer [CISO]';
