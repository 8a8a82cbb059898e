import { organisationFields } from '@console/contract/fields/organisation-fields';
import { shownDomain } from '@console/contract/fields/shown-domain';
import { Group } from '@mantine/core';
import { useFragment } from '../apollo/useFragment.ts';
import { ContentSkeleton } from '../feedback/ContentSkeleton.tsx';
import { LoadFailure } from '../feedback/LoadFailure.tsx';
import { graphql } from '../gql/gql.ts';
import { OrganisationAvatar } from '../ui/page/OrganisationAvatar.tsx';
import { OrganisationStateBadge } from '../ui/page/OrganisationStateBadge.tsx';
import { PeekFacts } from '../ui/peek/PeekFacts.tsx';
import { PeekPanel } from '../ui/peek/PeekPanel.tsx';
import { usePeekQuery } from '../ui/peek/usePeekQuery.ts';
import { formatOptionalCount } from '../ui/values/format.ts';
import { Moment } from '../ui/values/Moment.tsx';
import { OrganisationActions } from './OrganisationActions.tsx';
import { personLabel } from './personLabel.ts';
import { WebsiteLink } from './WebsiteLink.tsx';

// The row already has these fields, so they are shown at once.
const organisationFragment = graphql(`
  fragment OrganisationPeek_organisation on Organisation {
    id
    brandName
    state
    icon { name url }
    counts { ...OrganisationTable_counts @unmask } # counts have no cache id
    ...OrganisationStateBadge_organisation
  }
`);

const peekQuery = graphql(`
  query OrganisationPeek($id: ID!) {
    organisation(id: $id) {
      id
      legalName
      industry
      emailDomains
      website
      userLimitText
      createdAt
      organiser { id fullName email }
      ...OrganisationPeek_organisation
      ...OrganisationActions_organisation
    }
  }
`);

interface OrganisationPeekProps {
  id: string | null;
  /** The organisation was enabled or disabled. */
  onChanged: () => void;
}

/** An organisation of the list, in the panel next to it. */
export function OrganisationPeek({ id, onChanged }: OrganisationPeekProps) {
  return id !== null && <OrganisationPanel id={id} onChanged={onChanged} />;
}

function OrganisationPanel({ id, onChanged }: OrganisationPeekProps & { id: string }) {
  const { data, complete } = useFragment(organisationFragment, { __typename: 'Organisation', id });
  const counts = complete ? data.counts : null;
  return (
    <PeekPanel
      id={id}
      title={complete ? data.brandName : 'Organisation'}
      avatar={complete && <OrganisationAvatar organisation={data} size={40} />}
      badge={complete && <OrganisationStateBadge organisation={data} />}
      to={`/O/${id}?from=T`}
    >
      {complete && (
        <PeekFacts
          entries={[
            ['Models', formatOptionalCount(counts?.models)],
            [
              'Assessments',
              `${formatOptionalCount(counts?.completedAssessments)} completed, ${formatOptionalCount(counts?.pendingAssessments)} pending`,
            ],
            ['Assessors', formatOptionalCount(counts?.assessors)],
            ['Auditees', formatOptionalCount(counts?.auditees)],
          ]}
        />
      )}
      <MoreOfOrganisation key={id} id={id} onChanged={onChanged} />
    </PeekPanel>
  );
}

function MoreOfOrganisation({ id, onChanged }: OrganisationPeekProps & { id: string }) {
  const { data, failed, retry } = usePeekQuery(peekQuery, id, 'organisation');
  const organisation = data?.organisation;
  if (!organisation)
    return failed ? <LoadFailure what="This organisation" onRetry={retry} /> : <ContentSkeleton of="facts" />;
  const { organiser, website, createdAt } = organisation;
  return (
    <>
      <PeekFacts
        entries={[
          ['Main Organiser', organiser && personLabel(organiser)],
          ['User Limit', organisation.userLimitText],
          [organisationFields.legalname.label, organisation.legalName],
          [organisationFields.industry.label, organisation.industry],
          [organisationFields.email_domain.label, organisation.emailDomains.map(shownDomain).join(', ')],
          [organisationFields.website.label, website && <WebsiteLink address={website} />],
          ['Created', createdAt && <Moment at={createdAt} withTime />],
        ]}
      />
      <Group gap="xs">
        <OrganisationActions organisation={organisation} onChanged={onChanged} />
      </Group>
    </>
  );
}
