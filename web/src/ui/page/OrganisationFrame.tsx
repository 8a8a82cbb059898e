import { EmptyState, Title } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import type { ContentSkeletonProps } from '../../feedback/ContentSkeleton.tsx';
import { PageFrame } from '../layout/PageFrame.tsx';
import { usePageTitle } from '../layout/usePageTitle.ts';
import { RedirectToPageNotFound } from '../navigation/RedirectToPageNotFound.tsx';
import { PagePlaceholder } from './PagePlaceholder.tsx';

interface OrganisationFrameProps<Organisation, Permission, Data> extends ContentSkeletonProps {
  title: string;
  header: ReactNode;
  /** The side column. */
  side?: ReactNode;
  sideLabel?: ComponentProps<typeof PageFrame>['sideLabel'];
  /** The result of `useOrganisationQuery`. */
  page: {
    data: Data | undefined;
    own: boolean;
    organisation: Organisation | null | undefined;
    failed: boolean;
    missing: boolean;
    whole: boolean;
    retry: () => void;
  };
  /** The permission of the organisation that the page needs. */
  needs?: Permission;
  children: (organisation: Organisation, data: Data) => ReactNode;
}

/** A page of an organisation: its header, and the content once the query has a result. */
export function OrganisationFrame<
  Organisation extends { brandName: string } & Record<Permission, boolean>,
  Permission extends `viewerCan${string}`,
  Data,
>({
  title,
  header,
  side,
  sideLabel,
  page,
  needs,
  of,
  children,
}: OrganisationFrameProps<Organisation, Permission, Data>) {
  const { data, own, organisation, failed, missing, whole, retry } = page;
  usePageTitle(title, organisation?.brandName);
  const forbidden = needs && organisation && !organisation[needs];
  if (missing || forbidden) return <RedirectToPageNotFound />;
  if (whole && !organisation) return own ? <NoOwnOrganisation /> : <RedirectToPageNotFound />;
  if (!data || !organisation)
    return (
      <PagePlaceholder
        header={header}
        of={of}
        what={own ? 'Your organisation' : 'This organisation'}
        failed={failed}
        onRetry={retry}
      />
    );
  return (
    <PageFrame header={header} side={side} sideLabel={sideLabel}>
      {children(organisation, data)}
    </PageFrame>
  );
}

function NoOwnOrganisation() {
  return (
    <EmptyState
      py={96}
      icon={<IconBuilding aria-hidden />}
      title={<Title order={1}>You have no organisation yet</Title>}
      description="Ask the person who invited you to add you to their organisation. It will then appear here."
    />
  );
}
