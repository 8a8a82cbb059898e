/** Complete mappings for the schema, so that no field costs a call. */

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
  modules: unknown;
}

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
