const key = 'console.rights';

/** What the viewer may do in this session, for the next load of a tab: its first page then needs no request of its own to find out. */
export const rememberRights = (can: object): void => {
  const granted = Object.entries(can).flatMap(([right, may]) => (may === true ? [right] : []));
  try {
    localStorage.setItem(key, granted.join());
  } catch {
    // Without storage the next load asks.
  }
};

/** None where nothing is known. */
export const rememberedRights = (): readonly string[] => {
  try {
    return localStorage.getItem(key)?.split(',') ?? [];
  } catch {
    return [];
  }
};

export const dropRights = (): void => {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was remembered either.
  }
};
