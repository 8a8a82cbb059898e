import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { rowsOf } from '../testing/lists.ts';
import { address, openConsole } from '../testing/render.tsx';
import { type Answers, gatewayOf } from '../testing/responses.ts';
import { reviewItemOf, reviewOf, reviewPage } from '../testing/reviews.ts';

const people = ['1', '2', '3'].map((id) => reviewItemOf(id));

const open = async (answers: Answers = {}, items = people, changes: object = {}, show = 'mine') => {
  const opened = await openConsole(
    `/O/reviews/4?show=${show}`,
    gatewayOf({ ReviewPage: reviewPage(items, changes), ...answers }),
  );
  if (show !== 'summary') await expect.poll(() => rowsOf('People')).toHaveLength(items.length);
  return opened;
};

const focused = () => document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row;

test('REVIEW-60 the new role is in a menu, lowest first: a double click chooses none, and more rights need a reason', async () => {
  const decided = { __typename: 'DecideInAccessReviewPayload', accessReview: reviewOf(), items: [], failures: [] };
  const { screen, calls } = await open({ DecisionSender_Decide: { data: { decideInAccessReview: decided } } });
  const sent = () => calls.filter(({ name }) => name === 'DecisionSender_Decide').map(({ variables }) => variables);
  const button = screen.getByRole('button', { name: 'Change role of Jane Doe 1' });
  await button.dblClick();
  await button.click();
  const menu = screen.getByRole('menu', { name: 'New role of Jane Doe 1' });
  if (menu.query() === null) await button.click();
  const items = menu.getByRole('menuitem');
  await expect
    .poll(() => items.elements().map(({ textContent }) => textContent))
    .toEqual(['1 Auditee', '2 Assessor', '3 Organiser (more permissions)']);
  expect(sent()).toEqual([]);
  await items.nth(2).click();
  const question = screen.getByRole('dialog', { name: 'Change the role of Jane Doe 1 to Organiser?' });
  const confirm = question.getByRole('button', { name: 'Change role' });
  await confirm.click();
  await expect.element(question.getByText('Enter a reason')).toBeVisible();
  expect(sent()).toEqual([]);
  await question.getByRole('textbox', { name: 'Reason' }).fill('New lead of the team');
  await confirm.click();
  await expect
    .poll(sent)
    .toMatchObject([{ input: { decisions: [{ itemId: '1', newRole: 'ORGANISER', reason: 'New lead of the team' }] } }]);
});

test('REVIEW-65 the panel says that a decision with more rights needs its reason, which cannot be cleared', async () => {
  const changed = { decision: 'CHANGE_ROLE', newRole: 'ORGANISER', reason: 'New lead of the team' };
  const { screen, button } = await open({}, [reviewItemOf('1', changed), reviewItemOf('2', { decision: 'KEEP' })]);
  await userEvent.keyboard('j ');
  const reason = screen.getByRole('textbox', { name: /^Reason/ });
  await expect.element(reason).toBeRequired();
  await expect.element(screen.getByText(/^Required, because this role has more permissions/)).toBeVisible();
  await reason.fill('');
  await expect.element(button('Save reason')).toBeDisabled();
  await reason.fill('Leads two teams');
  await expect.element(button('Save reason')).toBeEnabled();
  await screen.getByRole('row', { name: /Jane Doe 2/ }).click();
  await expect.element(screen.getByText(/^Optional, at most/)).toBeVisible();
  await expect.element(reason).not.toBeRequired();
});

test('REVIEW-66 people are searched and filtered by department, lead to their page where the viewer may see it, and what helps to decide about a responder is complete', async () => {
  const fact = (kind: string, text: string | null, count: number | null = null) => ({
    __typename: 'AccessReviewFact',
    kind,
    at: null,
    count,
    text,
  });
  const facts = [
    ...[fact('LAST_SIGN_IN', null), fact('SECOND_FACTORS', 'App, Passkey')],
    ...[fact('RESPONDER_DUTIES', 'Continuer, Investigator, Arc'), fact('API_KEYS', null, 12)],
    ...[fact('INVITED', 'Maximiliane Musterfrau-Schulenburg'), fact('RECENT_ACTIVITY', 'Users changed', 1_400)],
  ];
  const items = [reviewItemOf('1', { facts }), reviewItemOf('2', { viewerCanViewUser: false })];
  const { screen, calls } = await open({}, items);
  await expect.element(screen.getByRole('link', { name: 'Jane Doe 1' })).toHaveAttribute('href', '/U/21/view');
  await expect.element(screen.getByRole('link', { name: 'Jane Doe 2' })).not.toBeInTheDocument();
  const text = screen.getByText(/Responder in Continuer, Investigator, Arc .* events in the last 90 days/);
  await page.viewport(1600, 900);
  await expect.poll(() => text.element().closest('td')).not.toBeNull();
  const cell = text.element().parentElement as HTMLElement;
  expect([cell.scrollHeight, getComputedStyle(cell).webkitLineClamp]).toEqual([cell.clientHeight, 'none']);
  await page.viewport(1280, 800);
  await screen.getByRole('combobox', { name: 'Department' }).selectOptions('Legal');
  await screen.getByRole('searchbox', { name: 'Search people' }).fill('jane');
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toBe('/O/reviews/4?show=mine&department=Legal&search=jane');
  await expect
    .poll(() => calls.at(-1)?.variables)
    .toMatchObject({ filter: { mine: true, department: 'Legal' }, search: 'jane', after: null });
});

test('REVIEW-61 J and K go to the next and the previous person without a decision', async () => {
  const kept = reviewItemOf('2', { decision: 'KEEP' });
  await open({}, [reviewItemOf('1'), kept, reviewItemOf('3')]);
  await userEvent.keyboard('jj');
  expect(focused()).toBe('3');
  await userEvent.keyboard('k');
  expect(focused()).toBe('1');
});

test('REVIEW-62 a cancelled review has no buttons to decide; *Keep open* leaves it open', async () => {
  const cancelled = {
    __typename: 'CancelAccessReviewPayload',
    accessReview: reviewOf({ state: 'CANCELLED', viewerCanEnd: false, viewerCanCancel: false }),
  };
  const { screen, button } = await open({ CancelReviewButton_Cancel: { data: { cancelAccessReview: cancelled } } });
  const cancel = async (answer: string) => {
    await button('Cancel review').click();
    await screen.getByRole('dialog').getByRole('button', { name: answer, exact: true }).click();
  };
  await cancel('Keep open');
  await expect.element(button('Keep access of Jane Doe 1')).toBeVisible();
  await cancel('Cancel review');
  await expect.element(button('Keep access of Jane Doe 1')).not.toBeInTheDocument();
  await expect.element(button('Undo')).not.toBeInTheDocument();
  await expect.element(screen.getByRole('checkbox')).not.toBeInTheDocument();
});

test('REVIEW-63 after the end each outcome is counted, and leads to the list of its people', async () => {
  const outcomeCounts = [
    ['KEPT', 4],
    ['NOT_APPLIED', 1],
  ].map(([outcome, count]) => ({ __typename: 'AccessReviewOutcomeCount', outcome, count }));
  const ended = { state: 'ENDED', endedAt: '2026-12-01T09:30:00.000Z', outcomeCounts };
  const applied = reviewItemOf('1', { decision: 'KEEP', outcome: 'KEPT' });
  const { screen, calls } = await open({}, [applied], ended, 'summary');
  await expect.element(screen.getByText('Not applied')).toBeVisible();
  await screen.getByRole('link', { name: '4', exact: true }).click();
  await expect.poll(address).toBe('/O/reviews/4?show=all&status=KEPT');
  await expect.element(screen.getByRole('combobox', { name: 'Show' })).toHaveDisplayValue('Kept');
  expect(calls.at(-1)?.variables).toMatchObject({ filter: { outcome: 'KEPT' } });
});
