/** Types of mappings as the schema has them, complete, so that no field costs a call. */

export type MappingState = 'PENDING' | 'ACCEPTED' | 'REJECTED' | 'ENDED' | 'WITHDRAWN';

export type AcceptBlock = 'ORGANISATION_DISABLED' | 'USER_INACTIVE' | 'INVITATION_INVALID' | 'OWN_INVITATION';

export interface MappingViewer {
  mayAnswer: boolean;
  userId: string | null;
}

export interface OrganisationRef {
  id: string;
  brandName: string;
}

export interface PersonRef {
  id: string | null;
  name: string | null;
  email: string | null;
}

export interface MappingNode {
  id: string;
  customer: OrganisationRef;
  vendor: OrganisationRef;
  requester: PersonRef | null;
  mappedUser: PersonRef | null;
  state: MappingState;
  createdAt: string | null;
  updatedAt: string | null;
  /** The ids of its modules, as the product API answers them. */
  modules: unknown;
}

/** A mapping as the listed organisation sees it, without a cursor. */
export interface MappingRow {
  id: string;
  node: MappingNode;
  counterpart: OrganisationRef;
  requestedByOrganisation: boolean;
  organiser: PersonRef | null;
  at: string | null;
  action: 'ACCEPT_OR_REJECT' | 'PENDING' | 'STATUS';
  statusText: string;
  acceptBlock: AcceptBlock | null;
  viewerCanAccept: boolean;
  viewerCanReject: boolean;
}

export type MappingEdgeParent = MappingRow & { cursor: string };
