import type { FragmentType } from '@apollo/client';
import { useFragment } from '../apollo/useFragment.ts';
import { ProgressBar } from '../assessments/ProgressBar.tsx';
import { CopyableId } from '../feedback/CopyableId.tsx';
import { graphql } from '../gql/gql.ts';
import type { OrganisationAccountPanel_OrganisationFragment } from '../gql/graphql.ts';
import { DescriptionGroup } from '../ui/layout/DescriptionGroup.tsx';
import { formatCount } from '../ui/values/format.ts';
import { Moment } from '../ui/values/Moment.tsx';
import { OrganisationSeats } from './OrganisationSeats.tsx';
import { OrganiserEntry } from './OrganiserEntry.tsx';

const organisationFragment = graphql(`
  fragment OrganisationAccountPanel_organisation on Organisation {
    id
    counts { models pendingAssessments completedAssessments }
    createdAt
    updatedAt
    ...OrganisationSeats_organisation
    ...OrganiserEntry_organisation
  }
`);

interface OrganisationAccountPanelProps {
  organisation: FragmentType<OrganisationAccountPanel_OrganisationFragment>;
  /** Hides the control. */
  readOnly?: boolean;
}

/** The side column of an organisation's page. */
export function OrganisationAccountPanel({ organisation, readOnly = false }: OrganisationAccountPanelProps) {
  const { data, complete } = useFragment(organisationFragment, organisation);
  if (!complete) return null;
  const { id, counts, createdAt, updatedAt } = data;
  const { models = null, completedAssessments = null, pendingAssessments = null } = counts ?? {};
  return (
    <DescriptionGroup
      heading="Account"
      entries={[
        ['User limit', <OrganisationSeats key="seats" organisation={data} />],
        ['Main Organiser', <OrganiserEntry key="organiser" organisation={data} readOnly={readOnly} />],
        ['Models', models !== null && formatCount(models)],
        [
          'Assessments',
          completedAssessments !== null && pendingAssessments !== null && (
            <ProgressBar label="Assessments" completed={completedAssessments} pending={pendingAssessments} />
          ),
        ],
        ['Created', createdAt && <Moment at={createdAt} />],
        ['Updated', updatedAt && <Moment at={updatedAt} />],
        ['ID', <CopyableId key="id" id={id} />],
      ]}
    />
  );
}
