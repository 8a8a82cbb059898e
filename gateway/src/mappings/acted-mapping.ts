import type { ExternalUserParent, MappingEdge } from './mapping-shapes.ts';

/** An organisation for which an act on a mapping is done. */
export interface ActedMapping {
  /** The row as the organisation sees it now; null when it cannot be told. */
  edge(): Promise<MappingEdge | null>;
  organisationId: string;
}

/** An external user on whom an act is done. */
export interface ActedExternalUser {
  /** The person as they are now; null when they cannot be told. */
  externalUser(): Promise<ExternalUserParent | null>;
  organisationId: string;
}

/** What came of inviting somebody. */
export interface InvitedExternalUser extends ActedExternalUser {
  state: 'INACTIVE' | 'ALREADY_MAPPED' | 'PENDING' | 'REQUESTED' | 'INVITED';
  message: string;
}
