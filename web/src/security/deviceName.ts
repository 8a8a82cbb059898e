/** The name of a browser, such as `Firefox on Linux`. */
export const deviceName = ({
  browser,
  system,
}: {
  browser?: string | null | undefined;
  system?: string | null | undefined;
}): string =>
  browser || system ? `${browser ?? 'Unknown browser'} on ${system ?? 'unknown system'}` : 'Unknown device';
