import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { assessmentOf, assessmentsPage, openAssessments } from '../testing/assessments.ts';
import { headingsOf, rowsOf } from '../testing/lists.ts';
import { address, openConsole } from '../testing/render.tsx';
import { asked, gatewayOf } from '../testing/responses.ts';
import type { Answer, Call } from '../testing/script.ts';
import { termsIn } from '../testing/texts.ts';

const many = Array.from({ length: 60 }, () => ({}));

describe('the table', () => {
  test('ASMT-1 shows title, model, people, dates, status and what may be done, in one request', async () => {
    const { calls, status } = await openAssessments({ rows: [{ overdue: true }, {}] });
    await expect
      .poll(() => headingsOf('Assessments'))
      .toEqual([['Title', 'Model', 'Assessor', 'Auditee', 'End', 'Status', 'Action']]);
    await expect
      .poll(() => rowsOf('Assessments')[0]?.slice(0, 5))
      .toEqual(['Assessment 1', 'ISO 27001', 'Ann Assessor', 'Abe Auditee', '30 Nov 2026Overdue']);
    const table = document.querySelector('table');
    const frame = table?.closest('[data-scrollbars], .mantine-Paper-root');
    await expect.poll(() => table && frame && table.scrollWidth <= frame.clientWidth).toBe(true);
    await expect.element(status('1')).toHaveTextContent('In Progress');
    expect(calls.map(({ name, variables }) => [name, variables])).toEqual([
      ['AssessmentsPage', { id: '10', filter: {}, first: 25, offset: 0 }],
    ]);
  });

  test.for([320])(
    'LOOK-9 at %i px the status and what may be done are in one line below the title, and nothing is cut',
    async (width) => {
      await page.viewport(width, 800);
      try {
        const { screen, status } = await openAssessments({ rows: [{ overdue: true }, {}] });
        await expect.element(status('1')).toBeVisible();
        await expect.poll(() => headingsOf('Assessments')).toEqual([['Title']]);
        const controls = [
          status('1'),
          screen.getByRole('button', { name: 'Details of Assessment 1, ISO 27001' }),
          screen.getByRole('link', { name: 'Edit Assessment 1, ISO 27001 in a new tab' }),
        ].map((control) => control.element().getBoundingClientRect());
        const middles = controls.map(({ top, bottom }) => Math.round((top + bottom) / 2));
        expect(Math.max(...middles) - Math.min(...middles)).toBeLessThanOrEqual(1);
        const table = screen.getByRole('table', { name: 'Assessments' }).element().getBoundingClientRect();
        expect(Math.max(...controls.map(({ right }) => right))).toBeLessThanOrEqual(table.right);
      } finally {
        await page.viewport(1280, 800);
      }
    },
  );

  test('ASMT-10 OPEN-61 what is missing is a dash, and what is overdue says so', async () => {
    const missing = { startDate: null, endDate: null, modelTitle: null, assessorName: '', auditeeName: null };
    await openAssessments({ rows: [missing, { overdue: true }] });
    const dash = '–Not given';
    await expect.poll(() => rowsOf('Assessments')[0]?.slice(1, 5)).toEqual([dash, dash, dash, dash]);
    await expect.poll(() => rowsOf('Assessments')[1]?.[4]).toBe('30 Nov 2026Overdue');
    await expect.poll(() => document.body.textContent).not.toContain('Invalid Date');
  });

  test('ASMT-4 OPEN-45 Edit opens the auditor module in a new tab, and is not there without its address', async () => {
    const rows = [{}, { editUrl: null }, { editUrl: 'javascript:alert(1)' }];
    const { screen } = await openAssessments({ rows });
    const edit = screen.getByRole('link', { name: /^Edit/ });
    await expect.poll(() => edit.elements()).toHaveLength(1);
    await expect.element(edit).toHaveAttribute('href', 'https://auditor.suite.example/A/guid-1/edit');
    await expect.element(edit).toHaveAttribute('target', '_blank');
    await expect.element(edit).toHaveAttribute('rel', 'noopener noreferrer');
  });

  test('ASMT-1 OPEN-48 CONST-7 search, filters, order, page and size are in the address', async () => {
    const { screen, calls, router } = await openAssessments({ rows: many });
    const last = () => calls.at(-1)?.variables;
    await screen.getByRole('button', { name: 'Next page of Assessments' }).click();
    await expect.poll(last).toMatchObject({ first: 25, offset: 25 });
    await screen.getByRole('button', { name: 'Title' }).click();
    await expect.poll(last).toMatchObject({ offset: 0, orderBy: { field: 'TITLE', direction: 'ASC' } });
    await screen.getByRole('combobox', { name: 'Rows per page of Assessments' }).selectOptions('50 rows');
    await expect.poll(last).toMatchObject({ first: 50 });
    await screen.getByRole('combobox', { name: 'Status', exact: true }).selectOptions('Completed');
    await screen.getByRole('combobox', { name: 'Overdue' }).selectOptions('No');
    await screen.getByRole('searchbox', { name: 'Search assessments' }).fill('iso');
    await expect.poll(last).toEqual({
      id: '10',
      search: 'iso',
      filter: { statuses: ['Completed'], overdue: false },
      orderBy: { field: 'TITLE', direction: 'ASC' },
      first: 50,
      offset: 0,
    });
    expect(address()).toBe('/O/10?tab=asmt&sort=title&size=50&status=Completed&overdue=no&search=iso');
    await screen.getByRole('button', { name: 'Clear all' }).click();
    await expect.poll(address).toBe('/O/10?tab=asmt&sort=title&size=50');
    await router.navigate(-1);
    await expect.element(screen.getByRole('searchbox')).toHaveValue('iso');
  });

  test('ASMT-11 an address with an unknown status says so in place of an empty list, and the filter can be cleared', async () => {
    const message = 'filter.statuses must be one of Not Started, In Progress, Completed';
    const refusal = (call: Call): Answer => ({
      ...assessmentsPage(call, [], { assessments: null }),
      errors: [{ message, path: ['organisation', 'assessments'], extensions: { code: 'INVALID' } }],
    });
    const { screen } = await openConsole(
      '/O/10?tab=asmt&status=Gone',
      gatewayOf({
        AssessmentsPage: asked((call) =>
          'statuses' in Object(call.variables.filter) ? refusal(call) : assessmentsPage(call),
        ),
      }),
    );
    await expect.element(screen.getByText('Assessments could not be loaded')).toBeVisible();
    await expect.element(screen.getByText(message)).toBeVisible();
    await expect.element(screen.getByText('No Data', { exact: true })).not.toBeInTheDocument();
    const filter = screen.getByRole('combobox', { name: 'Status', exact: true });
    await expect.element(filter).toHaveValue('Gone');
    await filter.selectOptions('All');
    await expect.poll(() => rowsOf('Assessments')).toHaveLength(2);
  });

  test('START-13 ASMT-1 MSG-6 without an assessment it says No Data, and where assessments come from', async () => {
    const { screen } = await openAssessments({ rows: [] });
    await expect.element(screen.getByText('No Data', { exact: true })).toBeVisible();
    await expect.element(screen.getByText(/Assessments are created in Auditor/)).toBeVisible();
  });
});

describe('Details', () => {
  test('ASMT-2 ASMT-3 shows people, dates, description and progress as bars with numbers', async () => {
    const { screen, calls, names } = await openAssessments();
    await screen.getByRole('button', { name: 'Details of Assessment 2, ISO 27001' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Assessment 2' });
    await expect.element(dialog.getByText('The yearly one')).toBeVisible();
    await expect
      .poll(() => termsIn(dialog.element()))
      .toEqual([
        ['Response', '9 completed, 3 pending'],
        ['Evaluation', '300 completed, 1,200 pending'],
        ['Total controls', '1,512'],
        ['Model', 'ISO 27001'],
        ['Audit type', 'Internal'],
        ['Status', 'In Progress'],
        ['Description', 'The yearly one'],
        ['Assessor', 'Ann Assessor'],
        ['Auditee', 'Abe Auditee'],
        ['Start', '2 Nov 2026'],
        ['End', '30 Nov 2026'],
        ['Actual start', '3 Nov 2026'],
        ['Actual end', '–Not given'],
        ['Created', expect.stringMatching(/^20 Oct 2026, \d\d:\d\d/)],
      ]);
    await expect.element(dialog.getByRole('progressbar', { name: 'Response' })).toHaveAttribute('aria-valuenow', '75');
    await expect
      .element(dialog.getByRole('progressbar', { name: 'Evaluation' }))
      .toHaveAttribute('aria-valuenow', '20');
    await expect.poll(names).toEqual(['AssessmentsPage', 'AssessmentPeek']);
    expect(calls[1]?.variables).toEqual({ id: '2' });
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(screen.getByRole('button', { name: 'Details of Assessment 2, ISO 27001' })).toHaveFocus();
  });

  test('ASMT-3 ASMT-10 nothing to do is an empty bar, and no progress a dash', async () => {
    const none = { responsePending: 0, responseCompleted: 0, evaluationPending: 0, evaluationCompleted: 0 };
    const progress = { __typename: 'AssessmentProgress', ...none, totalControls: 0 };
    const { screen } = await openAssessments({
      answers: { AssessmentPeek: { data: { assessment: assessmentOf('1', { progress }) } } },
    });
    await screen.getByRole('button', { name: 'Details of Assessment 1, ISO 27001' }).click();
    await expect.element(screen.getByRole('progressbar', { name: 'Response' })).toHaveAttribute('aria-valuenow', '0');
    await expect.element(screen.getByText('0 completed, 0 pending').first()).toBeVisible();
  });
});
