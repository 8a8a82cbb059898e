import { expect, test } from 'vitest';
import { asked, failing } from '../testing/answers.ts';
import { type Answer, held } from '../testing/script.ts';
import { deactivate, dutiesAnswer, dutiesOf, openUsers } from '../testing/userActions.ts';

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
      { __typename: 'User', id: '5', fullName: 'Asha Rao' },
      { __typename: 'User', id: '6', fullName: 'Ben Ito' },
    ],
    apiKeyCount: 1,
    sessionCount: 2,
  });
  const { question, items, calls } = await open({ DeactivationImpact: dutiesAnswer(duties) });
  await expect.element(question.getByText('Supervisor of 3 users')).toBeVisible();
  await expect
    .poll(() => items())
    .toEqual([
      ['Continuer', 'Responder in Continuer', 'Assign another responder there first.'],
      ['Console', 'Organiser of this organisation', 'Choose another organiser on the organisation’s page.'],
      ['Console', 'CISO', 'Nominate another user under Senior management.'],
      ['Console', 'Supervisor of 3 users', 'Choose another supervisor for Asha Rao, Ben Ito, 1 more.'],
      ['Console', '1 API key', 'These stop working immediately. Move programs to another user’s key first.'],
      ['Console', '2 sessions', 'Signed out immediately. No action needed.'],
    ]);
  expect(calls.filter(({ name }) => name === 'DeactivationImpact').map(({ variables }) => variables)).toEqual([
    { id: '100' },
  ]);
  const [list, field] = [question.getByRole('list').element(), question.getByLabelText('Password *').element()];
  expect(list.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test('DESIGN-8 each duty leads to where it is handed over, in the question and in the refusal', async () => {
  const duties = dutiesOf({
    responder: { __typename: 'Responder', continuer: true, investigator: true, arc: false },
    seniorDesignation: 'CISO',
    supervisedUserCount: 1,
    supervisedUsers: [{ __typename: 'User', id: '5', fullName: 'Asha Rao' }],
    apiKeyCount: 1,
  });
  const opened = await open({
    DeactivationImpact: dutiesAnswer(duties),
    DeactivateUserButton_Deactivate: failing('RESPONDER_ACTIVE', 'Action not permitted!'),
  });
  const links = (dialog: typeof opened.question) =>
    [...dialog.element().querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')]);
  const expected = [
    ['Responder in Continuer', '/login?source=continuer'],
    ['CISO', '/O'],
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
  await expect.element(question.getByText('Nothing depends on Jane Doe 100.')).toBeVisible();
  await expect.poll(() => items()).toEqual([]);
  expect(names()).toEqual(['OwnUsersPage']);
});

test('DESIGN-8 with a product API without extensions the question says what is not known', async () => {
  const unknown = { supervisedUserCount: null, supervisedUsers: null, apiKeyCount: null, sessionCount: null };
  const { question } = await open({ DeactivationImpact: dutiesAnswer(dutiesOf({ ...unknown, isOrganiser: null })) });
  const text = 'Could not check: whether they are the organiser, supervised users, API keys, sessions.';
  await expect.element(question.getByText(text)).toBeVisible();
  await expect.element(question.getByText('No dependencies found for Jane Doe 100.')).toBeVisible();
});

test('DESIGN-8 duties that could not be loaded are said so, and hinder no deactivation', async () => {
  const failed = await open({ DeactivationImpact: failing('UPSTREAM_TIMEOUT', 'Request Failed') });
  await expect.element(failed.question.getByText('Could not load what depends on Jane Doe 100.')).toBeVisible();
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
  answer.resolve(dutiesAnswer(dutiesOf()));
});
