import type { ComponentProps, ReactNode } from 'react';
import { PageFrame } from '../ui/layout/PageFrame.tsx';
import { RedirectToPageNotFound } from '../ui/layout/RedirectToPageNotFound.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { OrganisationHeader } from './OrganisationHeader.tsx';
import { OrganisationPlaceholder } from './OrganisationPlaceholder.tsx';

type HeaderProps = ComponentProps<typeof OrganisationHeader>;

type Organisation<Data> = NonNullable<Data[keyof Data & 'organisation']>;

interface OrganisationTabFrameProps<Data> extends Omit<HeaderProps, 'organisation'> {
  id: string;
  title: string;
  /** The side column. */
  side?: ReactNode;
  /** The result of the tab's query. */
  page: { data: Data | undefined; failed: boolean; missing: boolean; whole: boolean; retry: () => void };
  /** What the header shows beside the title once the organisation is loaded. */
  header?: (organisation: Organisation<Data>) => Pick<HeaderProps, 'actions'>;
  children: (organisation: Organisation<Data>, data: Data) => ReactNode;
}

/** A tab of an organisation: its header, and the content once it is loaded. */
export function OrganisationTabFrame<
  Data extends { organisation: (HeaderProps['organisation'] & { brandName: string }) | null },
>({ id, title, side, page, header, children, ...rest }: OrganisationTabFrameProps<Data>) {
  const { data, failed, missing, whole, retry } = page;
  const organisation = data?.organisation;
  usePageTitle(title, organisation?.brandName);
  if (missing || (whole && !organisation)) return <RedirectToPageNotFound />;
  if (!data || !organisation) return <OrganisationPlaceholder id={id} tab={rest.tab} failed={failed} onRetry={retry} />;
  const loaded = organisation as Organisation<Data>;
  return (
    <PageFrame side={side} header={<OrganisationHeader organisation={organisation} {...rest} {...header?.(loaded)} />}>
      {children(loaded, data)}
    </PageFrame>
  );
}
