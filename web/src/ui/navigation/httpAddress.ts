/** The address for a link or to go to, or null: only a complete http(s) address is one, never a script (SECURITY T2). */
export const httpAddress = (entered: string): string | null => {
  if (!/^https?:\/\//i.test(entered) || /\s/.test(entered)) return null;
  try {
    return new URL(entered).href;
  } catch {
    return null;
  }
};
