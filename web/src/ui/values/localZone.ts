/** The time zone of the browser, an IANA name; UTC if it is not known. */
export function localZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone });
    return timeZone || 'UTC';
  } catch {
    return 'UTC';
  }
}
