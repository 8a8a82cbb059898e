import { ownKeys } from './ownKeys.ts';
import { tryStorage } from './tryStorage.ts';

/** Stores the viewer's permissions in this session, so that the first page of the next load needs no extra request. */
export const rememberRights = (can: object): void => {
  const granted = Object.entries(can).flatMap(([right, may]) => (may === true ? [right] : []));
  // If storage fails, the next load sends the request.
  tryStorage(() => localStorage.setItem(ownKeys.rights, granted.join()), undefined);
};

/** Empty if nothing is stored. */
export const rememberedRights = (): readonly string[] =>
  tryStorage(() => localStorage.getItem(ownKeys.rights)?.split(',') ?? [], []);
