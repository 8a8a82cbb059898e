import { Stack } from '@mantine/core';
import { ContentSkeleton } from '../feedback/ContentSkeleton.tsx';
import { LoadFailure } from '../feedback/LoadFailure.tsx';
import { graphql } from '../gql/gql.ts';
import type { SsoContent_OrganisationFragment } from '../gql/graphql.ts';
import { PageColumns } from '../ui/layout/PageColumns.tsx';
import { SignInRules } from './SignInRules.tsx';
import { SingleSignOnPanel } from './SingleSignOnPanel.tsx';
import { SsoSettings } from './SsoSettings.tsx';
import { SsoSummary } from './SsoSummary.tsx';

graphql(
  `fragment SsoContent_organisation on Organisation { id brandName sso { id } ...SsoSettings_organisation ...SingleSignOnPanel_organisation ...SignInRules_organisation }`,
);

interface SsoContentProps {
  organisation: SsoContent_OrganisationFragment;
  whole: boolean;
  failed: boolean;
  onRetry: () => void;
}

/** The single sign-on settings, as far as they are known: a null in an incomplete result does not mean that there are none. */
export function SsoContent({ organisation, whole, failed, onRetry }: SsoContentProps) {
  const { sso } = organisation;
  if (sso !== null || whole)
    return (
      <PageColumns form side={<SsoSummary organisation={organisation} />}>
        <Stack gap="md">
          <SsoSettings organisation={organisation} />
          <SingleSignOnPanel organisation={organisation} />
          <SignInRules organisation={organisation} />
        </Stack>
      </PageColumns>
    );
  return failed ? <LoadFailure what="Single sign-on" onRetry={onRetry} /> : <ContentSkeleton of="form" />;
}
