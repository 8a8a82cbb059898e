import { expect } from 'vitest';
import { organisationList, organisationOf, rowsRendered } from './lists.ts';
import { openConsole } from './render.tsx';
import { type Answers, asked, gatewayOf, viewer } from './responses.ts';
import type { Answer, Call } from './script.ts';

export const assessmentOf = (id: string, changes: object = {}) => ({
  __typename: 'Assessment',
  id,
  guid: `guid-${id}`,
  title: `Assessment ${id}`,
  modelTitle: 'ISO 27001',
  description: 'The yearly one',
  auditType: 'Internal',
  status: 'In Progress',
  assessorName: 'Ann Assessor',
  auditeeName: 'Abe Auditee',
  startDate: '2026-11-02T12:00:00.000Z',
  endDate: '2026-11-30T12:00:00.000Z',
  actualStartDate: '2026-11-03T12:00:00.000Z',
  actualEndDate: null as string | null,
  createdAt: '2026-10-20T12:00:00.000Z',
  progress: {
    __typename: 'AssessmentProgress',
    responsePending: 3,
    responseCompleted: 9,
    evaluationPending: 1200,
    evaluationCompleted: 300,
    totalControls: 1512,
  } as object | null,
  overdue: false,
  editUrl: `https://auditor.suite.example/A/guid-${id}/edit` as string | null,
  viewerCanChangeStatus: true,
  ...changes,
});

const statuses = ['Not Started', 'In Progress', 'Completed'].map((label) => ({
  __typename: 'Option',
  id: label,
  label,
}));

/** A page of the assessments of an organisation; `rows` are the changes of each. */
export const assessmentsPage = ({ variables }: Call, rows: object[] = [{}, {}], changes: object = {}): Answer => ({
  data: {
    viewer,
    organisation: organisationOf(String(variables.id), {
      brandName: 'Other',
      assessments: {
        __typename: 'AssessmentConnection',
        totalCount: rows.length,
        nodes: rows
          .slice(Number(variables.offset), Number(variables.offset) + Number(variables.first))
          .map((row, at) => assessmentOf(String(Number(variables.offset) + at + 1), row)),
      },
      ...changes,
    }),
    lookups: { __typename: 'Lookups', assessmentStatuses: statuses },
  },
});

interface Start {
  path?: string;
  rows?: object[];
  answers?: Answers;
}

/** The assessments of an organisation. */
export const openAssessments = async ({ path = '/O/10?tab=asmt', rows, answers = {} }: Start = {}) => {
  const opened = await openConsole(
    path,
    gatewayOf({
      OrganisationListPage: asked((call) => organisationList(call)),
      AssessmentsPage: asked((call) => assessmentsPage(call, rows)),
      AssessmentPeek: asked(({ variables }) => ({ data: { assessment: assessmentOf(String(variables.id)) } })),
      ...answers,
    }),
  );
  const { screen } = opened;
  if (path.startsWith('/O/10')) {
    await expect.element(screen.getByRole('table', { name: 'Assessments' })).toBeVisible();
    await rowsRendered();
  }
  const status = (id: string) =>
    screen.getByRole('combobox', { name: `Status of Assessment ${id}, ISO 27001`, exact: true });
  const options = screen.getByRole('listbox');
  const choose = async (id: string, label: string) => {
    await status(id).click();
    await options.getByRole('option', { name: label, exact: true }).click();
  };
  const complete = async (id: string) => {
    await choose(id, 'Completed');
    const asks = screen.getByRole('dialog', { name: `Set Assessment ${id} to Completed?` });
    await asks.getByRole('button', { name: 'Set to Completed' }).click();
  };
  return { ...opened, status, options, choose, complete };
};
