import { useDocumentTitle } from '@mantine/hooks';

/** The browser tab's title: what is shown, whose it is, and the product. */
export const usePageTitle = (what: string, organisation?: string | null): void =>
  useDocumentTitle([what, organisation, 'Console'].filter(Boolean).join(' · '));
