import { useDocumentTitle } from '@mantine/hooks';

const separator = ' · ';

/** Sets the browser tab's title: the page, its organisation, and the product. */
export const usePageTitle = (what: string, organisation?: string | null): void =>
  useDocumentTitle([what, organisation, 'Console'].filter(Boolean).join(separator));

/** The organisation in the title of the page; undefined where it has none. */
export const organisationInTitle = (): string | undefined => document.title.split(separator).slice(1, -1)[0];
