/** URL for a link or navigation, or null: only a complete http(s) URL, never a script (SECURITY T2). */
export const httpAddress = (entered: string): string | null => {
  if (!/^https?:\/\//i.test(entered) || /\s/.test(entered)) return null;
  try {
    return new URL(entered).href;
  } catch {
    return null;
  }
};
