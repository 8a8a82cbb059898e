import { expect } from 'vitest';
import { asked, organisation, type Start, viewer } from './responses.ts';
import { role } from './roles.ts';
import type { Call } from './script.ts';

const roles = [role('11', 'ADMINISTRATOR', 'Administrator', 1), role('15', 'AUDITEE', 'Auditee', 5)];

const lookups = {
  __typename: 'Lookups',
  roles: roles as typeof roles | null,
  departments: ['InfoSec', 'Legal'].map((label, index) => ({ __typename: 'Option', id: String(index + 1), label })),
};

export const userOf = (id: string, changes: object = {}) => ({
  __typename: 'User',
  id,
  firstName: 'Jane',
  lastName: `Doe ${id}`,
  fullName: `Jane Doe ${id}`,
  email: `jane${id}@demo.example`,
  countryCode: '+91',
  mobile: '5550100',
  designation: 'Manager',
  role: roles[1],
  deptLead: false,
  supervisorEmail: 'boss@demo.example',
  department: 'Legal',
  status: 'ACTIVE',
  isInvited: false as boolean | null,
  signInBlockedAt: null as string | null,
  provisionedFields: null as string[] | null,
  secondFactors: null as string[] | null,
  createdAt: '2026-11-20T09:30:00.000Z',
  updatedAt: '2026-11-21T10:00:00.000Z',
  lastSignInAt: '2026-11-18T07:15:00.000Z' as string | null,
  responder: { __typename: 'Responder', continuer: false, investigator: false, arc: false },
  viewerCanEdit: true,
  viewerCanActivate: true,
  viewerCanDeactivate: true,
  viewerCanUnblockSignIn: false,
  viewerCanEndSessions: false,
  viewerCanCopyPersonalData: false,
  viewerCanErase: false,
  viewerCanViewActivity: false,
  organisationId: organisation.id as string | null,
  organisation: organisation as object | null,
  ...changes,
});

/** A user of another organisation who was invited into the viewer's own. */
export const externalUserOf = (id: string, changes: object = {}) => ({
  __typename: 'ExternalUser',
  id: `${organisation.id}:${id}`,
  user: userOf(id, { fullName: `Erin Extern ${id}`, email: `erin${id}@acme.example`, organisationId: '50' }),
  homeOrganisation: { __typename: 'OrganisationRef', id: '50', brandName: 'Acme' } as object | null,
  state: 'PENDING',
  at: '2026-11-19T09:30:00.000Z',
  viewerCanEditPerson: false,
  viewerCanMap: true,
  viewerCanReject: true,
  viewerCanRemove: false,
  viewerCanWithdraw: false,
  takesReason: true,
  modules: null as object[] | null,
  invitedBy: null as string | null,
  acceptBlock: null as string | null,
  ...changes,
});

export const organisationOf = (id: string, changes: object = {}) => ({
  ...organisation,
  id,
  brandName: `Company ${id}`,
  counts: {
    __typename: 'OrganisationCounts',
    models: 3,
    pendingAssessments: 4,
    completedAssessments: 1250,
    assessments: 1254,
    assessors: 5,
    auditees: 6,
  },
  ...changes,
});

const ids = (first: number, count: number) => Array.from({ length: count }, (_, index) => String(first + index));

/** A page of a list of `total` rows, as `first` and `offset` ask for it. */
const cut = <Row>(row: (id: string) => Row, total: number, base: number, first: unknown, offset: unknown): Row[] =>
  ids(base + Number(offset), Math.max(0, Math.min(Number(first), total - Number(offset)))).map(row);

/** Inactive users have ids from here on, active users from 100. */
export const firstInactiveId = 900;

export interface Lengths {
  active?: number;
  inactive?: number;
  external?: number;
  responderFailures?: string[];
  hasLastSignIn?: boolean;
  hasSecondFactors?: boolean;
}

export interface ListStart extends Start {
  lengths?: Lengths;
}

const users = (
  status: string,
  total: number,
  base: number,
  first: unknown,
  offset: unknown,
  { responderFailures = [], hasLastSignIn = true, hasSecondFactors = false }: Lengths,
) => ({
  __typename: 'UserConnection',
  totalCount: total,
  responderFailures,
  hasLastSignIn,
  hasSecondFactors,
  nodes: cut((id) => userOf(id, { status }), total, base, first, offset),
});

/** An organisation with both lists of users, with the page that the call requests. */
export const organisationWithUsers = (
  { variables }: Call,
  { active = 2, inactive = 1, external = 0, ...about }: Lengths = {},
  changes: object = {},
) => ({
  ...organisation,
  userLimit: 2000 as number | null,
  userLimitText: '2000',
  activeUserCount: 1234 as number | null,
  active: users('ACTIVE', active, 100, variables.activeFirst, variables.activeOffset, about),
  inactive: users('INACTIVE', inactive, firstInactiveId, variables.inactiveFirst, variables.inactiveOffset, about),
  external: {
    __typename: 'ExternalUserConnection',
    totalCount: external,
    nodes: cut(externalUserOf, external, 300, variables.externalFirst, variables.externalOffset),
  } as object | null,
  ...changes,
});

/** The response to the page of users, of the viewer's own organisation or of another one. */
export const usersPage = (call: Call, lengths: Lengths = {}, changes: object = {}) => {
  const own = call.name === 'OwnUsersPage';
  const { id } = call.variables;
  const place = organisationWithUsers(call, lengths, own ? changes : { id, ...changes });
  const who = { ...viewer, organisation: own ? place : (viewer.organisation as typeof place) };
  return { data: { viewer: who, lookups, ...(!own && { organisation: place }) } };
};

/** Responses to both queries of the page of users. */
export const userPages = (lengths: Lengths = {}, changes: object = {}) => {
  const answer = asked((call) => usersPage(call, lengths, changes));
  return { OwnUsersPage: answer, OrganisationUsersPage: answer };
};

export const organisationList = ({ variables }: Call, active = 2, disabled = 1) => ({
  data: {
    viewer,
    ...(variables.counts === true && { attention: null as object[] | null }),
    active: {
      __typename: 'OrganisationConnection',
      totalCount: active,
      totals: null,
      nodes: cut(organisationOf, active, 10, variables.activeFirst, variables.activeOffset),
    },
    disabled: {
      __typename: 'OrganisationConnection',
      totalCount: disabled,
      totals: null,
      nodes: cut(organisationOf, disabled, 500, variables.disabledFirst, variables.disabledOffset),
    },
  },
});

/** The text of a cell, including the values of its input fields. */
const textOf = (cell: Element): string => {
  const fields = 'input, select';
  const copy = cell.cloneNode(true) as Element;
  const originals = [...cell.querySelectorAll<HTMLInputElement | HTMLSelectElement>(fields)];
  for (const [at, field] of copy.querySelectorAll(fields).entries()) field.replaceWith(originals[at]?.value ?? '');
  return copy.textContent;
};

/** The rows of a table on the page, as texts. */
export const rowsOf = (caption: string): string[][] =>
  [...document.querySelectorAll(`table[aria-label="${caption}"] tbody tr`)].map((row) =>
    [...row.querySelectorAll('th, td:not([data-box])')].map(textOf),
  );

/** The headings of a table's columns, row by row. */
export const headingsOf = (caption: string): string[][] =>
  [...document.querySelectorAll(`table[aria-label="${caption}"] thead tr`)].map((row) =>
    [...row.querySelectorAll('th, td:not([data-box])')].map((cell) => cell.textContent),
  );

/** Waits until all rows of the page's tables are rendered, because tables render them in slices. */
export const rowsRendered = () =>
  expect.poll(() => document.querySelectorAll('[aria-busy="true"], tr[aria-hidden]').length).toBe(0);
