import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { organisationsGateway } from '../testing/organisations.ts';
import { personOf } from '../testing/posts.ts';
import { openConsole } from '../testing/render.tsx';
import { asked, failing, organisation, type Start, viewer } from '../testing/responses.ts';
import type { Call } from '../testing/script.ts';
import { textsOf } from '../testing/texts.ts';

const candidates = (people: object[] | null = [organisation.organiser, personOf('31'), personOf('32')]) => ({
  data: { organisation: { __typename: 'Organisation', id: '10', organiserCandidates: people } },
});
const changed = ({ variables }: Call) => ({
  data: {
    changeOrganiser: {
      __typename: 'ChangeOrganiserPayload',
      organisation: { ...organisation, id: '10', organiser: personOf(String(variables.userId)) },
    },
  },
});

const open = async ({ path = '/O/10', changes = {}, answers = {} }: Start = {}) => {
  const opened = await openConsole(
    path,
    organisationsGateway(
      { ChangeOrganiserForm_Candidates: candidates(), ChangeOrganiserForm_Change: asked(changed), ...answers },
      changes,
    ),
  );
  await expect.element(opened.screen.getByText('1 Residency Road')).toBeVisible();
  const field = opened.screen.getByRole('combobox', { name: 'Main Organiser' });
  return { ...opened, field };
};

test('ORG-27 MSG-23 OPEN-41 the organiser is chosen, confirmed and changed, and the summary follows from the answer', async () => {
  const { screen, calls, button, field, names } = await open();
  expect(names()).toEqual(['OrganisationPage']);
  await button('Change main Organiser').click();
  await field.click();
  await expect.poll(names).toEqual(['OrganisationPage', 'ChangeOrganiserForm_Candidates']);
  const options = screen.getByRole('option');
  await expect
    .poll(() => textsOf(options))
    .toEqual(['Jane Doe 31 (jane31@demo.example)', 'Jane Doe 32 (jane32@demo.example)']);
  await options.first().click();
  await button('Save').click();
  const asks = screen.getByRole('dialog', { name: 'Make Jane Doe 31 the main Organiser of Company 10?' });
  await asks.getByRole('button', { name: 'Make main Organiser' }).click();
  await expect.element(screen.getByText('Organisation User updated')).toBeVisible();
  const summary = screen.getByRole('complementary', { name: 'Summary' });
  await expect.element(summary.getByText('Jane Doe 31', { exact: true })).toBeVisible();
  await expect.element(summary.getByText('jane31@demo.example')).toBeVisible();
  await expect.element(field).not.toBeInTheDocument();
  await expect.element(button('Change main Organiser')).toHaveFocus();
  expect(calls.at(-1)?.variables).toEqual({ organisationId: '10', userId: '31' });
  expect(names()).toHaveLength(3);
});

test('ORG-27 without a choice nothing is sent, and Cancel leaves all as it was', async () => {
  const { screen, button, field, names } = await open();
  await button('Change main Organiser').click();
  await button('Save').click();
  await expect.element(screen.getByText('required', { exact: true })).toBeVisible();
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await button('Cancel').click();
  await expect.element(button('Change main Organiser')).toBeVisible();
  expect(names()).toEqual(['OrganisationPage', 'ChangeOrganiserForm_Candidates']);
});

test('ORG-27 candidates that failed can be asked for again', async () => {
  let broken = true;
  const { screen, button, field } = await open({
    answers: {
      ChangeOrganiserForm_Candidates: asked(() =>
        broken ? failing('UPSTREAM_BAD_RESPONSE', 'Request Failed') : candidates(),
      ),
    },
  });
  await button('Change main Organiser').click();
  await expect.element(screen.getByText('The users could not be loaded.')).toBeVisible();
  broken = false;
  await button('Try again').click();
  await field.click();
  await expect.poll(() => screen.getByRole('option').elements().length).toBe(2);
});

test('ORG-27 who may not change the organiser reads who it is', async () => {
  const { screen, button } = await open({ changes: { viewerCanChangeOrganiser: false } });
  await expect.element(screen.getByText('organiser@demo.example')).toBeVisible();
  await expect.element(button('Change main Organiser')).not.toBeInTheDocument();
});

test.for([true, false])(
  'ORG-11 OPEN-41 on /O Edit and the organiser’s change are for who may edit it: %s',
  async (may) => {
    const who = { ...viewer, can: { ...viewer.can, editOwnOrganisation: may } };
    const { screen, button } = await open({ path: '/O', answers: { OrganisationPage: { data: { viewer: who } } } });
    const edit = screen.getByRole('main').getByRole('link', { name: 'Edit' });
    if (may) {
      await expect.element(edit).toHaveAttribute('href', '/O/edit');
      await expect.element(button('Change main Organiser')).toBeVisible();
    } else {
      await expect.element(edit).not.toBeInTheDocument();
      await expect.element(button('Change main Organiser')).not.toBeInTheDocument();
    }
  },
);
