import type { FragmentType } from '@apollo/client';
import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { OrganisationActions_OrganisationFragment } from '../gql/graphql.ts';
import { PageActions } from '../ui/layout/PageActions.tsx';
import type { PageAction } from '../ui/layout/pageAction.ts';
import { useOriginList } from '../ui/navigation/useOriginList.ts';
import { useTrail } from '../ui/navigation/useTrail.ts';
import { DisableOrganisationButton } from './DisableOrganisationButton.tsx';
import { EnableOrganisationButton } from './EnableOrganisationButton.tsx';

const organisationFragment = graphql(`
  fragment OrganisationActions_organisation on Organisation {
    id
    brandName
    state
    viewerCanEdit
    viewerCanEnable
    viewerCanDisable
    viewerCanViewMappings
  }
`);

interface OrganisationActionsProps {
  organisation: FragmentType<OrganisationActions_OrganisationFragment>;
  /** Called after the cached lists were updated. */
  onChanged: () => void;
  /** All actions but the first are in a menu. */
  compact?: boolean;
}

/** The actions of an organisation, on its page and in the peek. */
export function OrganisationActions({ organisation, onChanged, compact = false }: OrganisationActionsProps) {
  const { data, complete } = useFragment(organisationFragment, organisation);
  const { from } = useOriginList();
  const { trail } = useTrail();
  if (!complete) return null;
  const { id, state, viewerCanEdit, viewerCanEnable, viewerCanDisable, viewerCanViewMappings } = data;
  const mapping = { label: 'External Mapping', to: `/O/${id}/mapping?from=${from}`, state: trail };
  const edit = { label: 'Edit', to: `/O/${id}/edit?from=${from}`, state: trail };
  const [primary, ...others] = [...(viewerCanEdit ? [edit] : []), ...(viewerCanViewMappings ? [mapping] : [])];
  const actions = (change?: PageAction) => (
    <PageActions
      compact={compact}
      primary={
        primary && (
          <Button component={Link} to={primary.to} state={trail} variant={viewerCanEdit ? 'filled' : 'default'}>
            {primary.label}
          </Button>
        )
      }
      others={[...others, ...(change ? [change] : [])]}
    />
  );
  const changeProps = { organisation: data, onChanged, trigger: actions };
  if (state === 'ACTIVE' && viewerCanDisable) return <DisableOrganisationButton {...changeProps} />;
  if (state === 'DISABLED' && viewerCanEnable) return <EnableOrganisationButton {...changeProps} />;
  return actions();
}
