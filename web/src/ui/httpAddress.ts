/** The address as a link may carry it, or null: only a whole http(s) address becomes one (SECURITY T2); anything else stays text. */
export const httpAddress = (entered: string): string | null => {
  if (!/^https?:\/\//i.test(entered) || /\s/.test(entered)) return null;
  try {
    return new URL(entered).href;
  } catch {
    return null;
  }
};
