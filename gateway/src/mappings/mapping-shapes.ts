import type { UserBody } from '../product-api/shape.ts';

/** What the schema has of mappings, as it is made here: complete, so that no field costs a call. */

export type MappingState = 'PENDING' | 'ACCEPTED' | 'REJECTED';

/** Why an invitation or request cannot be accepted. */
export type AcceptBlock = 'ORGANISATION_DISABLED' | 'USER_INACTIVE' | 'OWN_INVITATION';

/** Who reads a row: whether they may answer requests, and who they are. */
export interface RowViewer {
  mayAnswer: boolean;
  userId: string | null;
}

export interface OrganisationRef {
  id: string;
  brandName: string;
}

export interface MappingPerson {
  id: string | null;
  name: string | null;
  email: string | null;
}

interface Mapping {
  id: string;
  customer: OrganisationRef;
  vendor: OrganisationRef;
  requester: MappingPerson | null;
  mappedUser: MappingPerson | null;
  state: MappingState;
  createdAt: string | null;
  updatedAt: string | null;
}

/** A mapping as the listed organisation sees it, before it has a place in a page. */
export interface MappingRow {
  id: string;
  node: Mapping;
  counterpart: OrganisationRef;
  requestedByOrganisation: boolean;
  organiser: MappingPerson | null;
  at: string | null;
  action: 'ACCEPT_OR_REJECT' | 'PENDING' | 'STATUS';
  statusText: string;
  acceptBlock: AcceptBlock | null;
  viewerCanAccept: boolean;
  viewerCanReject: boolean;
}

export type MappingEdge = MappingRow & { cursor: string };

/** An external user as the organisation and the viewer see them. */
export interface ExternalUserParent {
  id: string;
  user: UserBody;
  homeOrganisation: OrganisationRef | null;
  state: MappingState;
  at: string | null;
  viewerCanEditPerson: boolean;
  viewerCanMap: boolean;
  viewerCanReject: boolean;
  acceptBlock: AcceptBlock | null;
}
