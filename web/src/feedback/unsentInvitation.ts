import { useSyncExternalStore } from 'react';

/** An invitation that was just made. */
export interface MadeInvitation {
  id: string;
  email: string;
  isUnsent: boolean;
  viewerCanCopyLink: boolean;
}

let unsent: MadeInvitation | null = null;
const listeners = new Set<() => void>();

const set = (invitation: MadeInvitation | null): void => {
  unsent = invitation;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The shell says that it was not sent, whatever page the form leads to; nothing for one that leaves. */
export const offerLinkIfUnsent = (invitation: MadeInvitation | null | undefined): void => {
  if (invitation?.isUnsent) set(invitation);
};

export const forgetUnsentInvitation = (): void => set(null);

/** The invitation that was just made and is not sent. */
export const useUnsentInvitation = (): MadeInvitation | null => useSyncExternalStore(subscribe, () => unsent);
