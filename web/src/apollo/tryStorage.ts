/** Reads or writes the browser's storage; returns `otherwise` where it is blocked or full. */
export const tryStorage = <T>(access: () => T, otherwise: T): T => {
  try {
    return access();
  } catch {
    return otherwise;
  }
};
