import type { ComponentProps, ReactNode } from 'react';
import { PageFrame } from '../ui/layout/PageFrame.tsx';
import { RedirectToPageNotFound } from '../ui/layout/RedirectToPageNotFound.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { OrganisationHeader } from './OrganisationHeader.tsx';
import { OrganisationPlaceholder } from './OrganisationPlaceholder.tsx';

type HeaderProps = ComponentProps<typeof OrganisationHeader>;

interface OrganisationTabFrameProps<Data> extends Omit<HeaderProps, 'organisation' | 'facts'> {
  id: string;
  title: string;
  /** The side column, which has the facts that are otherwise in the header. */
  side?: ReactNode;
  /** The result of the tab's query. */
  page: { data: Data | undefined; failed: boolean; missing: boolean; whole: boolean; retry: () => void };
  children: (organisation: NonNullable<Data[keyof Data & 'organisation']>, data: Data) => ReactNode;
}

/** A tab of an organisation: its header, and the content once it is loaded. */
export function OrganisationTabFrame<
  Data extends { organisation: (HeaderProps['organisation'] & { brandName: string }) | null },
>({ id, title, side, page, children, ...header }: OrganisationTabFrameProps<Data>) {
  const { data, failed, missing, whole, retry } = page;
  const organisation = data?.organisation;
  usePageTitle(title, organisation?.brandName);
  if (missing || (whole && !organisation)) return <RedirectToPageNotFound />;
  if (!data || !organisation)
    return <OrganisationPlaceholder id={id} tab={header.tab} failed={failed} onRetry={retry} />;
  return (
    <PageFrame side={side} header={<OrganisationHeader organisation={organisation} facts={!side} {...header} />}>
      {children(organisation as NonNullable<Data['organisation']>, data)}
    </PageFrame>
  );
}
