const key = 'console.rights';

/** Stores what the viewer may do in this session, so that the first page of the next load needs no extra request. */
export const rememberRights = (can: object): void => {
  const granted = Object.entries(can).flatMap(([right, may]) => (may === true ? [right] : []));
  try {
    localStorage.setItem(key, granted.join());
  } catch {
    // Without storage the next load sends the request.
  }
};

/** Empty where nothing is stored. */
export const rememberedRights = (): readonly string[] => {
  try {
    return localStorage.getItem(key)?.split(',') ?? [];
  } catch {
    return [];
  }
};

export const dropRememberedRights = (): void => {
  try {
    localStorage.removeItem(key);
  } catch {
    // Without storage nothing was stored either.
  }
};
