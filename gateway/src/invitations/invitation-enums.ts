import {
  invitationKinds,
  invitationStates,
  type InvitationKind as KindName,
} from '@console/contract/calls/invitations';
import type { InvitationKind, InvitationState } from '../generated/resolvers-types.ts';
import type { InvitationBody } from '../specified/invitation.ts';

const enumName = (text: string) => text.toUpperCase();

/** The kind as the schema writes it. */
export const toInvitationKind = ({ kind }: InvitationBody) => enumName(kind) as InvitationKind;

/** The kinds of the contract for those of the schema. */
export const fromInvitationKinds = (wanted: readonly InvitationKind[]): KindName[] =>
  invitationKinds.filter((kind) => wanted.some((one) => one === enumName(kind)));

/** The state as the schema writes it; an unknown one is pending. */
export const toInvitationState = ({ state }: InvitationBody) =>
  enumName(invitationStates.find((one) => one === state) ?? 'Pending') as InvitationState;

/** The states of the contract for those of the schema. */
export const fromInvitationStates = (wanted: readonly InvitationState[]) =>
  invitationStates.filter((state) => wanted.some((one) => one === enumName(state)));
