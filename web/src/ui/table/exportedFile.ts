import { organisationInTitle } from '../layout/usePageTitle.ts';

/** Where the times of a file are read: where the reader is, or in UTC. */
export type ExportClock = 'local' | 'utc';

/** The time zone of this browser by its name. */
export const localZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** The list, the organisation of the page and the day in the file's time zone, without what file systems refuse. */
export const fileNameOf = (list: string, timeZone: string): string => {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const day = new Intl.DateTimeFormat('en-GB', { ...parts, timeZone }).format(new Date());
  return [list, organisationInTitle(), day.split('/').reverse().join('-')]
    .filter(Boolean)
    .join(' ')
    .replace(/[\\/:*?"<>|\p{Cc}]/gu, '_');
};
