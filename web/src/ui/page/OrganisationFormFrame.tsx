import type { ReactNode } from 'react';
import { PageFrame } from '../layout/PageFrame.tsx';
import { type Crumb, PageHeader } from '../layout/PageHeader.tsx';
import { RedirectToPageNotFound } from '../layout/RedirectToPageNotFound.tsx';
import { usePageTitle } from '../layout/usePageTitle.ts';
import { PagePlaceholder } from './PagePlaceholder.tsx';

interface OrganisationFormFrameProps<Organisation, Permission, Data> {
  title: string;
  /** The pages above this one. */
  crumbs: (brandName: string) => readonly Crumb[];
  /** The result of the page's query. */
  page: {
    data: Data | undefined;
    /** Whether it is the viewer's own organisation. */
    own: boolean;
    organisation: Organisation | null | undefined;
    failed: boolean;
    missing: boolean;
    whole: boolean;
    retry: () => void;
  };
  /** The permission of the organisation that the page needs. */
  needs: Permission;
  children: (organisation: Organisation, data: Data) => ReactNode;
}

/** A page with a form for an organisation: its header, and the form once the query is answered. */
export function OrganisationFormFrame<
  Organisation extends { brandName: string } & Record<Permission, boolean>,
  Permission extends `viewerCan${string}`,
  Data,
>({ title, crumbs, page, needs, children }: OrganisationFormFrameProps<Organisation, Permission, Data>) {
  const { data, own, organisation, failed, missing, whole, retry } = page;
  usePageTitle(title, organisation?.brandName);
  const forbidden = organisation && !organisation[needs];
  if (missing || forbidden || (whole && !organisation)) return <RedirectToPageNotFound />;
  const known = own || organisation ? crumbs(organisation?.brandName ?? '') : [];
  const header = <PageHeader crumbs={known} title={title} />;
  if (!data || !organisation)
    return (
      <PagePlaceholder
        of="form"
        header={header}
        what={own ? 'Your organisation' : 'This organisation'}
        failed={failed}
        onRetry={retry}
      />
    );
  return <PageFrame header={header}>{children(organisation, data)}</PageFrame>;
}
