/** Reads or writes the browser's storage; where it is blocked or full, `otherwise` is the answer. */
export const attemptStorage = <T>(access: () => T, otherwise: T): T => {
  try {
    return access();
  } catch {
    return otherwise;
  }
};
