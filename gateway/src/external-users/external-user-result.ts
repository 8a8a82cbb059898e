import type { ListedExternalUser } from '../specified/external-user-row.ts';
import type { AcceptBlock } from '../specified/mapping-shapes.ts';

/** An external user as the organisation and the viewer see them. */
export interface ExternalUserParent extends ListedExternalUser {
  viewerCanEditPerson: boolean;
  viewerCanMap: boolean;
  viewerCanReject: boolean;
  acceptBlock: AcceptBlock | null;
}

/** The result of a mutation on an external user. */
export interface ExternalUserResult {
  /** The external user as they are now; null when they cannot be read. */
  externalUser(): Promise<ExternalUserParent | null>;
  organisationId: string;
}

/** The result of an invitation, also of one that was not necessary or possible. */
export interface ExternalUserInviteResult extends ExternalUserResult {
  state: 'INACTIVE' | 'ALREADY_MAPPED' | 'PENDING' | 'REQUESTED' | 'INVITED';
  message: string;
}
