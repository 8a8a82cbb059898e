import { lists } from '@console/contract/lists';
import type { InvitationKind, InvitationState } from '../generated/resolvers-types.ts';
import type { InvitationBody } from '../specified/invitation.ts';

const { states } = lists.invitations.filters;

export const toInvitationKind = ({ kind }: InvitationBody) => kind.toUpperCase() as InvitationKind;

/** An unknown state is pending. */
export const toInvitationState = ({ state }: InvitationBody): InvitationState =>
  (Object.keys(states.choices) as InvitationState[]).find((name) => states.choices[name] === state) ?? 'PENDING';
