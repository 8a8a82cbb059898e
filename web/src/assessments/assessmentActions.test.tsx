import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { assessmentOf, assessmentsPage, openAssessments } from '../testing/assessments.ts';
import { rowsOf } from '../testing/lists.ts';
import { asked, failing } from '../testing/responses.ts';
import { type Answer, type Call, held } from '../testing/script.ts';
import { textsOf } from '../testing/texts.ts';

const counts = {
  __typename: 'OrganisationCounts',
  models: 3,
  pendingAssessments: 3,
  completedAssessments: 1251,
  assessments: 1254,
  assessors: 5,
  auditees: 6,
};

/** The response with the chosen status, and the organisation's new counts. */
const statusChanged = ({ variables }: Call, changes: object = {}): Answer => ({
  data: {
    changeAssessmentStatus: {
      __typename: 'ChangeAssessmentStatusPayload',
      assessment: assessmentOf(String(variables.id), { status: variables.status, ...changes }),
      organisation: { __typename: 'Organisation', id: variables.organisationId, counts },
    },
  },
});

/** Opens the assessments with a response to the change of a status. */
const openWithChange: typeof openAssessments = ({ answers, ...start } = {}) =>
  openAssessments({
    ...start,
    answers: { AssessmentStatusSelect_Change: asked((call) => statusChanged(call)), ...answers },
  });

test('ASMT-5 the choices are the server’s, and a status that is not among them is one as well', async () => {
  const { options, status } = await openWithChange({ rows: [{}, { status: 'Archived' }] });
  const choices = () => textsOf(options.getByRole('option'));
  await status('1').click();
  await expect.poll(choices).toEqual(['Not Started', 'In Progress', 'Completed']);
  // The open list covers the next row.
  await userEvent.keyboard('{Escape}');
  await status('2').click();
  await expect.poll(choices).toEqual(['Archived', 'Not Started', 'In Progress', 'Completed']);
  await expect.element(status('2')).toHaveTextContent('Archived');
});

test('ASMT-6 GQL-6 MSG-22 the row changes only once it is saved, and no list is asked for', async () => {
  const answer = held<void>();
  const { screen, status, calls, names, complete } = await openWithChange({
    rows: [{ overdue: true }, {}],
    answers: {
      AssessmentStatusSelect_Change: asked(async (call) => {
        await answer.promise;
        return statusChanged(call);
      }),
    },
  });
  await complete('1');
  await expect.element(status('1')).toHaveAttribute('aria-busy', 'true');
  await expect.element(status('1')).toHaveTextContent('In Progress');
  await expect
    .poll(() => calls[1]?.variables)
    .toEqual({ organisationId: '10', id: '1', status: 'Completed', expectedStatus: 'In Progress' });
  answer.resolve();
  await expect.element(screen.getByText('Assessment Status Updated')).toBeVisible();
  await expect.element(status('1')).toHaveTextContent('Completed');
  await expect.element(status('2')).toHaveTextContent('In Progress');
  await expect.poll(() => rowsOf('Assessments')[0]?.[4]).toBe('30 Nov 2026');
  expect(names()).toEqual(['AssessmentsPage', 'AssessmentStatusSelect_Change']);
});

test('ASMT-8 GQL-6 the counts of the organisation follow', async () => {
  const { screen, router, client, complete } = await openWithChange({ path: '/T' });
  await expect.poll(() => rowsOf('Active organisations')[0]?.slice(2, 4)).toEqual(['4', '1,250']);
  await router.navigate('/O/10?tab=asmt');
  await complete('1');
  await expect.element(screen.getByText('Assessment Status Updated')).toBeVisible();
  const kept = client.cache.extract() as Record<string, { counts?: object }>;
  expect(kept['Organisation:10']?.counts).toMatchObject({ pendingAssessments: 3, completedAssessments: 1251 });
});

test('ASMT-7 a change that fails leaves the old status, and the toast has the server’s text', async () => {
  const { screen, status, names, complete } = await openWithChange({
    answers: { AssessmentStatusSelect_Change: failing('INVALID', 'The assessment is locked') },
  });
  await complete('1');
  await expect.element(screen.getByRole('alert').getByText('The assessment is locked')).toBeVisible();
  await expect.element(status('1')).toHaveTextContent('In Progress');
  await expect.element(status('1')).toHaveAttribute('aria-busy', 'false');
  expect(names()).toHaveLength(2);
});

test('ASMT-7 CASES-34 after a change by another user the current status is shown, and only that assessment is read again', async () => {
  const { screen, status, calls, names, complete } = await openWithChange({
    answers: {
      AssessmentStatusSelect_Change: failing('CONFLICT', 'Someone else changed it'),
      AssessmentStatusSelect_Read: { data: { assessment: assessmentOf('1', { status: 'Not Started' }) } },
    },
  });
  await complete('1');
  await expect.element(screen.getByRole('alert').getByText('Someone else changed it')).toBeVisible();
  await expect.element(status('1')).toHaveTextContent('Not Started');
  expect(names().slice(1)).toEqual(['AssessmentStatusSelect_Change', 'AssessmentStatusSelect_Read']);
  expect(calls[2]?.variables).toEqual({ id: '1' });
});

test('ASMT-7 a truth that cannot be had leaves what was there', async () => {
  const { screen, status, complete } = await openWithChange({
    answers: {
      AssessmentStatusSelect_Change: failing('CONFLICT', 'Someone else changed it'),
      AssessmentStatusSelect_Read: failing('UPSTREAM_BAD_RESPONSE', 'Request Failed'),
    },
  });
  await complete('1');
  await expect.element(screen.getByRole('alert').getByText('Someone else changed it')).toBeVisible();
  await expect.element(status('1')).toHaveTextContent('In Progress');
  await expect.poll(() => screen.getByRole('alert').elements()).toHaveLength(1);
});

test.for(['status=In+Progress'])(
  'ASMT-6 with ?%s, where the status decides who is shown, that page is asked for in the background',
  async (part) => {
    let changed = false;
    const { status, calls, names, complete } = await openWithChange({
      path: `/O/10?tab=asmt&${part}`,
      answers: {
        AssessmentsPage: asked((call) => assessmentsPage(call, changed ? [{}] : [{}, {}])),
      },
    });
    changed = true;
    await complete('2');
    await expect.element(status('2')).not.toBeInTheDocument();
    expect(names()).toEqual(['AssessmentsPage', 'AssessmentStatusSelect_Change', 'AssessmentsPage']);
    expect(calls[2]?.variables).toEqual(calls[0]?.variables);
    // The focus has moved to the row above.
    await expect.poll(() => document.activeElement?.closest('tr')?.textContent).toContain('Assessment 1');
  },
);

test('ASMT-9 who may not change a status reads it', async () => {
  const { screen, status } = await openWithChange({ rows: [{ viewerCanChangeStatus: false }] });
  await expect.element(status('1')).not.toBeInTheDocument();
  await expect.element(screen.getByRole('cell', { name: 'In Progress' })).toBeVisible();
});

test('ASMT-6 completing asks first, and Cancel changes nothing', async () => {
  const { screen, status, names, choose } = await openWithChange();
  await choose('1', 'Completed');
  const asks = screen.getByRole('dialog', { name: 'Set Assessment 1 to Completed?' });
  await expect.element(asks.getByText(/The current status is In Progress/)).toBeVisible();
  await asks.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(status('1')).toHaveTextContent('In Progress');
  expect(names()).toEqual(['AssessmentsPage']);
});

test('ASMT-6 CONST-3 any other change can be undone in its alert, which stays until then', async () => {
  const { screen, status, calls, choose } = await openWithChange();
  await choose('1', 'Not Started');
  await expect.element(status('1')).toHaveTextContent('Not Started');
  const alert = screen.getByRole('status').filter({ hasText: 'Assessment Status Updated' });
  await alert.getByRole('button', { name: 'Undo' }).click();
  await expect.element(status('1')).toHaveTextContent('In Progress');
  expect(calls[2]?.variables).toMatchObject({ id: '1', status: 'In Progress', expectedStatus: 'Not Started' });
  await expect.element(screen.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  await expect.element(alert).toBeVisible();
});

test('ASMT-6 the changed row is tinted for a moment, the others are not', async () => {
  const { options, status } = await openWithChange();
  const row = (id: string) => status(id).element().closest('tr');
  await status('1').click();
  const option = options.getByRole('option', { name: 'Not Started' });
  await expect.element(option).toBeVisible();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await option.click();
  // Polling would move the fake clock by the interval.
  await expect.poll(() => row('1')?.dataset.changed, { interval: 0 }).toBe('true');
  expect(row('2')?.dataset.changed).toBeUndefined();
  vi.advanceTimersByTime(2_000);
  await expect.poll(() => row('1')?.dataset.changed).toBeUndefined();
});

test('ASMT-6 the offer to undo ends with the list', async () => {
  const { screen, router, choose } = await openWithChange();
  await choose('1', 'Not Started');
  await expect.element(screen.getByRole('button', { name: 'Undo' })).toBeVisible();
  await router.navigate('/T');
  await expect.element(screen.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
});

test('KEYBOARD-1 the keys pass over statuses and save nothing; Enter saves one, and Escape and Tab leave it', async () => {
  const { options, status, calls, names } = await openWithChange();
  const active = () => document.getElementById(status('1').element().getAttribute('aria-activedescendant') ?? '');
  (status('1').element() as HTMLElement).focus();
  for (const leaving of ['{Escape}', '{Tab}']) {
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(() => active()?.textContent).toBe('In Progress');
    await userEvent.keyboard('{ArrowUp}');
    await expect.poll(() => active()?.textContent).toBe('Not Started');
    await userEvent.keyboard(leaving);
    await expect.element(options).not.toBeInTheDocument();
    (status('1').element() as HTMLElement).focus();
  }
  expect(names()).toEqual(['AssessmentsPage']);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => active()?.textContent).toBe('In Progress');
  await userEvent.keyboard('n{Enter}');
  await expect.element(status('1')).toHaveTextContent('Not Started');
  await expect.element(status('1')).toHaveFocus();
  expect(calls.slice(1).map(({ variables }) => variables.status)).toEqual(['Not Started']);
});

test('KEYBOARD-2 each status has an icon of its own, and In Progress and Under Review have different colours', async () => {
  const five = ['Not Started', 'In Progress', 'Under Review', 'On Hold', 'Completed'];
  const { status } = await openWithChange({ rows: five.map((one) => ({ status: one })) });
  await expect.element(status('5')).toHaveTextContent('Completed');
  const badges = five.map((_, at) => status(String(at + 1)).element());
  expect(new Set(badges.map((badge) => badge.querySelector('svg')?.innerHTML)).size).toBe(5);
  const [, inProgress, underReview] = badges.map((badge) => getComputedStyle(badge).backgroundColor);
  expect(inProgress).not.toBe(underReview);
});
