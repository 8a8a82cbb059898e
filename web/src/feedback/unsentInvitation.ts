import { useSyncExternalStore } from 'react';

/** An invitation that was just created. */
export interface MadeInvitation {
  id: string;
  email: string;
  isUnsent: boolean;
  /** Why it will not be sent; null for an email that is queued. */
  failure: string | null;
  viewerCanCopyLink: boolean;
}

const none: readonly MadeInvitation[] = [];
let unsent = none;
const listeners = new Set<() => void>();

const set = (invitations: readonly MadeInvitation[]): void => {
  unsent = invitations;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Offers the links of invitations that were not sent. The shell shows them on any page to which the form leads. */
export const offerLinkIfUnsent = (...made: readonly (MadeInvitation | null | undefined)[]): void => {
  const found = made.filter((invitation) => invitation != null).filter(({ isUnsent }) => isUnsent);
  if (found.length > 0) set(found);
};

export const forgetUnsentInvitations = (): void => set(none);

export const forgetUnsentInvitation = (id: string): void => set(unsent.filter((invitation) => invitation.id !== id));

/** The invitations that were just created and are not sent. */
export const useUnsentInvitations = (): readonly MadeInvitation[] => useSyncExternalStore(subscribe, () => unsent);
