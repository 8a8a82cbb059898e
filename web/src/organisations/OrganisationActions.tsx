import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { graphql } from '../gql/gql.ts';
import type { OrganisationActions_OrganisationFragment } from '../gql/graphql.ts';
import { useOrigin } from '../ui/layout/useOrigin.ts';
import { useTrail } from '../ui/layout/useTrail.ts';
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
}

/** The actions of an organisation's page. */
export function OrganisationActions({ organisation, onChanged }: OrganisationActionsProps) {
  const { data, complete } = useFragment({
    fragment: organisationFragment,
    fragmentName: 'OrganisationActions_organisation',
    from: organisation,
  });
  const { from } = useOrigin();
  const { trail } = useTrail();
  if (!complete) return null;
  const { id, state, viewerCanEdit, viewerCanEnable, viewerCanDisable, viewerCanViewMappings } = data;
  return (
    <>
      {viewerCanViewMappings && (
        <Button component={Link} to={`/O/${id}/mapping?from=${from}`} state={trail} variant="default">
          External Mapping
        </Button>
      )}
      {state === 'ACTIVE' && viewerCanDisable && (
        <DisableOrganisationButton organisation={data} onChanged={onChanged} />
      )}
      {state === 'DISABLED' && viewerCanEnable && (
        <EnableOrganisationButton organisation={data} onChanged={onChanged} />
      )}
      {viewerCanEdit && (
        <Button component={Link} to={`/O/${id}/edit?from=${from}`} state={trail}>
          Edit
        </Button>
      )}
    </>
  );
}
