import { expect, test } from 'vitest';
import { userChoices } from '../testing/organisations.ts';
import { asked, failing } from '../testing/responses.ts';
import { type Answer, held } from '../testing/script.ts';
import { deactivate, dutiesOf, dutiesResponse, openUsers } from '../testing/userActions.ts';
import { stateChanged } from '../testing/users.ts';

const open = async (DeactivationImpact: NonNullable<Parameters<typeof openUsers>[0]>['answers']) => {
  const opened = await openUsers({ answers: DeactivationImpact ?? {} });
  await opened.button('Deactivate Jane Doe 100').click();
  const question = opened.dialog('Deactivate Jane Doe 100?');
  const items = () =>
    [...question.element().querySelectorAll('li')].map((item) =>
      [...item.querySelectorAll('.mantine-Badge-label, p')].map(({ textContent }) => textContent),
    );
  return { ...opened, question, items };
};

test('DESIGN-8 the question says above the password what the user holds, with its module and what to do', async () => {
  const duties = dutiesOf({
    responder: { __typename: 'Responder', continuer: true, investigator: false, arc: false },
    seniorDesignation: 'CISO',
    isOrganiser: true,
    supervisedUserCount: 3,
    supervisedUsers: [
      { __typename: 'User', id: '5', fullName: 'Asha Rao', viewerCanEdit: true },
      { __typename: 'User', id: '6', fullName: 'Ben Ito', viewerCanEdit: true },
    ],
    apiKeyCount: 1,
    sessionCount: 2,
  });
  const { question, items, calls } = await open({ DeactivationImpact: dutiesResponse(duties) });
  await expect.element(question.getByText('Supervisor of 3 users')).toBeVisible();
  await expect
    .poll(() => items())
    .toEqual([
      ['Continuer', 'Responder in Continuer', 'Assign another responder in that module first.'],
      ['Console', 'Main Organiser of this organisation', 'Choose another main Organiser on the organisation’s page.'],
      ['Console', 'CISO', 'The position becomes vacant. Nominate another user under Senior management.'],
      ['Console', 'Supervisor of 3 users', 'Choose another supervisor for Asha Rao, Ben Ito, 1 more.'],
      ['Console', '1 API key', 'These stop working immediately. Move programs to an organisation API key first.'],
      ['Console', '2 sessions', 'Signed out immediately. No action needed.'],
    ]);
  expect(calls.filter(({ name }) => name === 'DeactivationImpact').map(({ variables }) => variables)).toEqual([
    { id: '100' },
  ]);
  const [list, field] = [question.getByRole('list').element(), question.getByLabelText('Password *').element()];
  expect(list.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test('DESIGN-8 HANDOVER-11 each duty leads to where it is handed over, in the question and in the refusal', async () => {
  const duties = dutiesOf({
    responder: { __typename: 'Responder', continuer: true, investigator: true, arc: false },
    seniorDesignation: 'CISO',
    supervisedUserCount: 1,
    supervisedUsers: [{ __typename: 'User', id: '5', fullName: 'Asha Rao', viewerCanEdit: true }],
    apiKeyCount: 1,
  });
  const opened = await open({
    DeactivationImpact: dutiesResponse(duties),
    DeactivateUserButton_Deactivate: failing('RESPONDER_ACTIVE', 'Action not permitted!'),
  });
  const links = (dialog: typeof opened.question) =>
    [...dialog.element().querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')]);
  const expected = [
    ['Responder in Continuer', '/login?source=continuer'],
    ['CISO', '/O?nominate=CISO'],
    ['Asha Rao', '/U/5/edit'],
    ['1 API key', '/O/keys'],
  ];
  await expect.poll(() => links(opened.question)).toEqual(expected);
  await opened.question.getByLabelText('Password *').fill('Welcome#2026');
  await opened.question.getByRole('button', { name: 'Deactivate', exact: true }).click();
  await expect.poll(() => links(opened.dialog('Action not permitted!'))).toEqual(expected);
});

test('DESIGN-8 a user who holds nothing is said so, and nothing is asked before the question', async () => {
  const { question, items, names } = await open({});
  await expect.element(question.getByText('There is nothing to hand over from Jane Doe 100.')).toBeVisible();
  await expect.poll(() => items()).toEqual([]);
  expect(names()).toEqual(['OwnUsersPage']);
});

test('DESIGN-8 with a product API without extensions the question says what is not known', async () => {
  const unknown = { supervisedUserCount: null, supervisedUsers: null, apiKeyCount: null, sessionCount: null };
  const { question } = await open({ DeactivationImpact: dutiesResponse(dutiesOf({ ...unknown, isOrganiser: null })) });
  const text = 'Could not check: whether they are the main Organiser, supervised users, API keys, sessions.';
  await expect.element(question.getByText(text)).toBeVisible();
  await expect.element(question.getByText('No responsibilities found for Jane Doe 100.')).toBeVisible();
});

test('DESIGN-8 duties that could not be loaded are said so, and hinder no deactivation', async () => {
  const failed = await open({ DeactivationImpact: failing('UPSTREAM_TIMEOUT', 'Request Failed') });
  await expect.element(failed.question.getByText('Could not load the responsibilities of Jane Doe 100.')).toBeVisible();
  await expect.element(failed.screen.getByRole('alert')).not.toBeInTheDocument();
  await failed.question.getByRole('button', { name: 'Cancel' }).click();
  await deactivate(failed, 'Welcome#2026');
  await expect.element(failed.screen.getByText('User Deactivated Successfully')).toBeVisible();
});

test('DESIGN-8 the question can be answered while the duties are loading', async () => {
  const answer = held<Answer>();
  const opened = await openUsers({ answers: { DeactivationImpact: asked(() => answer.promise) } });
  await deactivate(opened, 'Welcome#2026');
  await expect.element(opened.screen.getByText('User Deactivated Successfully')).toBeVisible();
  answer.resolve(dutiesResponse(dutiesOf()));
});

test('HANDOVER-10 HANDOVER-14 supervised users and the organiser duty move with the confirmed deactivation only, and who stays is named', async () => {
  const movableDuties = ['SUPERVISED_USERS', 'ORGANISER'];
  const duties = dutiesOf({ isOrganiser: true, supervisedUserCount: 3, movableDuties });
  const handedOver = {
    __typename: 'HandedOver',
    movedUserCount: 2,
    unmovedUserCount: 1,
    unmovedUsers: [{ __typename: 'UnmovedUser', id: '7', name: 'Pia Provided', reason: 'PROVISIONED' }],
  };
  const opened = await open({
    DeactivationImpact: dutiesResponse(duties),
    useActiveUserSearch_Users: asked((call) => userChoices(call)),
    DeactivateUserButton_Deactivate: asked((call) => {
      const { data } = stateChanged(call) as { data: { deactivateUser: object } };
      return { data: { deactivateUser: { ...data.deactivateUser, handedOver } } };
    }),
  });
  const { question, calls, screen } = opened;
  const choose = async () => {
    await question.getByRole('combobox', { name: /^Hand over to/ }).click();
    await screen.getByRole('option').first().click();
  };
  await choose();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await opened.button('Deactivate Jane Doe 100').click();
  await expect.element(question.getByRole('combobox', { name: /^Hand over to/ })).toHaveValue('');
  await choose();
  await expect.element(question.getByText('Handed over when the user is deactivated.').nth(1)).toBeVisible();
  await expect.element(question.getByText(/Choose another supervisor/)).not.toBeInTheDocument();
  expect(calls.map(({ name }) => name)).not.toContain('DeactivateUserButton_Deactivate');
  await question.getByLabelText('Password *').fill('Welcome#2026');
  await question.getByRole('button', { name: 'Deactivate', exact: true }).click();
  await expect.element(screen.getByText('2 of 3 supervised users moved')).toBeVisible();
  await expect.element(screen.getByText('Pia Provided has a supervisor from the identity provider.')).toBeVisible();
  expect(
    calls.filter(({ name }) => name === 'DeactivateUserButton_Deactivate').map(({ variables }) => variables),
  ).toEqual([
    {
      id: '100',
      currentPassword: 'Welcome#2026',
      handOver: { toUserId: expect.any(String), duties: movableDuties },
    },
  ]);
});

test('HANDOVER-15 a supervised user that the viewer may not edit is named without a link', async () => {
  const person = (id: string, fullName: string, viewerCanEdit: boolean) => ({
    __typename: 'User',
    id,
    fullName,
    viewerCanEdit,
  });
  const supervisedUsers = [person('5', 'Asha Rao', true), person('6', 'Adam Admin', false)];
  const { question } = await open({
    DeactivationImpact: dutiesResponse(dutiesOf({ supervisedUserCount: 2, supervisedUsers })),
  });
  await expect.element(question.getByText(/, .*Adam Admin.* \(an Administrator must choose\)\.$/)).toBeVisible();
  await expect.element(question.getByRole('link', { name: 'Asha Rao' })).toBeVisible();
  await expect.element(question.getByRole('link', { name: /Adam Admin/ })).not.toBeInTheDocument();
});

test('HANDOVER-12 a key of the organisation is created in place of a key of the user, and shown once', async () => {
  const key = (id: string, more: object = {}) => ({
    __typename: 'UserDutyApiKey',
    id,
    name: `sync ${id}`,
    scopes: ['READ'],
    lifetime: 'DAYS_90',
    replacementRole: 'ASSESSOR',
    unavailableScopes: [],
    isReplaced: false,
    ...more,
  });
  const apiKeys = [key('1'), key('2', { unavailableScopes: ['CONFIG_WRITE'] })];
  const { question, calls, screen } = await open({
    DeactivationImpact: dutiesResponse(dutiesOf({ apiKeyCount: 2, apiKeys })),
    DutyKeys_Create: {
      data: {
        createOrganisationApiKey: {
          __typename: 'CreateOrganisationApiKeyPayload',
          secret: 'key_secret',
          apiKey: { __typename: 'OrganisationApiKey', id: '9', name: 'sync 1' },
        },
      },
    },
  });
  await expect.element(question.getByText(/Organisation keys cannot have these scopes: /)).toBeVisible();
  await question.getByRole('button', { name: /^Replace with organisation key: / }).click();
  const asks = screen.getByRole('dialog', { name: /^Replace .* with an organisation key/ });
  await asks.getByLabelText('Password *').fill('Welcome#2026');
  await asks.getByRole('button', { name: 'Create key' }).click();
  const copy = screen.getByRole('dialog', { name: 'Copy the organisation API key' });
  await expect.element(copy.getByLabelText('API key')).toHaveValue('key_secret');
  await copy.getByRole('button', { name: 'I have stored it' }).click();
  await expect.element(question.getByText(/stops working when the user is deactivated/)).toBeVisible();
  const given = { organisationId: '7', name: 'sync 1', role: 'ASSESSOR', lifetime: 'DAYS_90', replacesKeyId: '1' };
  expect(calls.filter(({ name }) => name === 'DutyKeys_Create').map(({ variables }) => variables)).toEqual([
    { input: { ...given, currentPassword: 'Welcome#2026' } },
  ]);
  expect(calls.map(({ name }) => name)).not.toContain('DeactivateUserButton_Deactivate');
});
