import { expect } from 'vitest';
import { organisationOf, rowsRendered } from './lists.ts';
import { openConsole } from './render.tsx';
import { asked, gatewayOf, organisation, type Start, viewer } from './responses.ts';
import type { Answer, Call } from './script.ts';

interface Asked {
  /** The brand name of the other party. */
  brand?: string;
  state?: string;
  /** Whether the other party is the vendor; otherwise it is the customer. */
  vendor?: boolean;
  modules?: string[] | null;
  changes?: object;
}

/** A row of the mapping as the listed organisation sees it. */
export const mappingEdge = (
  id: string,
  { brand = `Company ${id}`, state = 'PENDING', vendor = true, modules = ['Auditor'], changes = {} }: Asked = {},
) => ({
  __typename: 'MappingEdge',
  cursor: `c${id}`,
  node: {
    __typename: 'Mapping',
    id,
    state,
    // Either the other party or the listed organisation is the vendor.
    vendor: { __typename: 'OrganisationRef', id: vendor ? `5${id}` : '7', brandName: 'Vendor' },
    modules: modules?.map((label) => ({ __typename: 'Module', id: label.toLowerCase(), label })) ?? null,
  },
  counterpart: { __typename: 'OrganisationRef', id: `5${id}`, brandName: brand },
  organiser: {
    __typename: 'MappingPerson',
    id: `9${id}`,
    name: `Rita Requester ${id}`,
    email: `rita${id}@acme.example`,
  },
  at: '2026-11-20T09:30:00.000Z' as string | null,
  action: state === 'PENDING' ? 'ACCEPT_OR_REJECT' : 'STATUS',
  statusText: state === 'ACCEPTED' ? 'Accepted' : 'Pending',
  acceptBlock: null as string | null,
  viewerCanAccept: state === 'PENDING',
  viewerCanReject: state === 'PENDING',
  viewerCanEnd: state === 'ACCEPTED',
  viewerCanWithdraw: false,
  takesReason: true,
  ...changes,
});

const page = (total: number, base: number, state: string, first: unknown, offset: unknown) => ({
  __typename: 'MappingConnection',
  totalCount: total,
  edges: Array.from({ length: Math.max(0, Math.min(Number(first), total - Number(offset))) }, (_, index) =>
    mappingEdge(String(base + Number(offset) + index), { state }),
  ),
});

interface MappingLengths {
  accepted?: number;
  requests?: number;
  ended?: number;
}

/** Both lists of an organisation's mappings, with the pages that the call requests. */
export const mappingPage = (
  { variables }: Call,
  { accepted = 2, requests = 2, ended = 0 }: MappingLengths = {},
  changes: object = {},
): Answer => {
  const own = variables.own === true;
  const listed = {
    ...(own ? organisation : organisationOf(String(variables.id))),
    accepted: page(accepted, 10, 'ACCEPTED', variables.acceptedFirst, variables.acceptedOffset),
    requests: page(requests, 80, 'PENDING', variables.requestFirst, variables.requestOffset),
    ended: page(ended, 60, 'ENDED', variables.endedFirst, variables.endedOffset),
    ...changes,
  };
  return { data: own ? { viewer: { ...viewer, organisation: listed } } : { viewer, organisation: listed } };
};

/** The response to End or Withdraw. */
const stopped =
  (state: 'ENDED' | 'WITHDRAWN') =>
  ({ variables }: Call): Answer => {
    const statusText = state === 'ENDED' ? 'Ended' : 'Withdrawn';
    const edge = mappingEdge(String(variables.id), { state, changes: { statusText } });
    return { data: { stopped: { __typename: 'StoppedPayload', edge } } };
  };

/** The response to Accept or Reject. */
const answered =
  (name: 'acceptMapping' | 'rejectMapping') =>
  ({ variables }: Call): Answer => {
    const state = name === 'acceptMapping' ? 'ACCEPTED' : 'REJECTED';
    const edge = mappingEdge(String(variables.id), { state, changes: { at: '2026-11-22T08:00:00.000Z' } });
    return { data: { answered: { __typename: `${name}Payload`, edge } } };
  };

const subscribedModules = ['Auditor', 'Remediator'].map((label) => ({
  __typename: 'Module',
  id: label.toLowerCase(),
  label,
}));

/** The response to the pages of both invitations. */
export const invitePage = ({ variables }: Call, changes: object = {}, modules: object[] | null = subscribedModules) => {
  const own = variables.own === true;
  const place = { ...organisation, ...(own ? {} : { id: variables.id, brandName: 'Other' }), ...changes };
  return {
    data: {
      viewer: own ? { ...viewer, organisation: place } : viewer,
      ...(own ? {} : { organisation: place }),
      lookups: { __typename: 'Lookups', subscribedModules: modules },
    },
  };
};

/** The response to the check of an email's organisation. */
export const organisationInvite = (state: string, message: string, brandName: string | null = 'Acme'): Answer => ({
  data: {
    organisationInvite: {
      __typename: 'OrganisationInvite',
      state,
      message,
      organisation: brandName && { __typename: 'OrganisationRef', id: '50', brandName },
    },
  },
});

interface MappingStart extends Start {
  lengths?: MappingLengths;
}

/** Opens the External Mapping screen with responses to its mutations. */
export const openMapping = async ({ path = '/M', lengths = {}, changes = {}, answers = {} }: MappingStart = {}) => {
  const opened = await openConsole(
    path,
    gatewayOf({
      ExternalMappingPage: asked((call) => mappingPage(call, lengths, changes)),
      AcceptOrRejectMappingButton_Accept: asked(answered('acceptMapping')),
      AcceptOrRejectMappingButton_Reject: asked(answered('rejectMapping')),
      EndOrWithdrawMappingButton_End: asked(stopped('ENDED')),
      EndOrWithdrawMappingButton_Withdraw: asked(stopped('WITHDRAWN')),
      InviteOrganisationPage: asked((call) => invitePage(call)),
      ...answers,
    }),
  );
  await expect.element(opened.screen.getByRole('heading', { level: 1 })).toBeVisible();
  await rowsRendered();
  return opened;
};
