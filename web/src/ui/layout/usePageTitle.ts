import { useDocumentTitle } from '@mantine/hooks';

/** Sets the browser tab's title: the page, its organisation, and the product. */
export const usePageTitle = (what: string, organisation?: string | null): void =>
  useDocumentTitle([what, organisation, 'Console'].filter(Boolean).join(' · '));
