import type { ListedExternalUser } from '../specified/external-user-row.ts';
import type { AcceptBlock } from '../specified/mapping-shapes.ts';

export interface ExternalUserParent extends ListedExternalUser {
  viewerCanEditPerson: boolean;
  viewerCanMap: boolean;
  viewerCanReject: boolean;
  acceptBlock: AcceptBlock | null;
}

export interface ExternalUserResult {
  /** The updated external user; null if unreadable. */
  externalUser(): Promise<ExternalUserParent | null>;
  organisationId: string;
}

export interface ExternalUserInviteResult extends ExternalUserResult {
  state: 'INACTIVE' | 'ALREADY_MAPPED' | 'PENDING' | 'REQUESTED' | 'INVITED';
  message: string;
}
