import type { FragmentType } from '@apollo/client';
import { texts } from '@console/contract/rules';
import { Alert } from '@mantine/core';
import { useState } from 'react';
import type { MapExternalUserPageQuery, UserForm_LookupsFragment } from '../gql/graphql.ts';
import { acceptBlockTexts } from '../mappings/AcceptBlockReason.tsx';
import type { RoleLookups } from '../users/useRoleChoices.ts';
import { AcceptExternalUserForm } from './AcceptExternalUserForm.tsx';
import { ExternalUserDetailsForm } from './ExternalUserDetailsForm.tsx';

interface MapExternalUserFormProps {
  externalUser: NonNullable<MapExternalUserPageQuery['externalUser']>;
  lookups: FragmentType<UserForm_LookupsFragment> & RoleLookups;
  organisationId: string;
  list: string;
  /** Another user was faster. */
  onStale: () => void;
}

/** The form for an external user, chosen when the page opens: it does not change after saving, so that no other form flashes up. */
export function MapExternalUserForm({ externalUser, lookups, onStale, ...place }: MapExternalUserFormProps) {
  const [{ state, acceptBlock, viewerCanMap, viewerCanEditPerson }] = useState(externalUser);
  const [late, setLate] = useState(false);
  const onLate = () => {
    setLate(true);
    onStale();
  };
  if (late || !viewerCanMap)
    return (
      <Alert color="gray" role="status" maw={{ md: 720 }}>
        {acceptBlock && acceptBlockTexts[acceptBlock]}
        {!acceptBlock && (state === 'REJECTED' ? 'The invitation was rejected.' : texts.mappings.userMapped)}
      </Alert>
    );
  return viewerCanEditPerson ? (
    <ExternalUserDetailsForm user={externalUser.user} lookups={lookups} onStale={onLate} {...place} />
  ) : (
    <AcceptExternalUserForm externalUser={externalUser} onStale={onLate} {...place} />
  );
}
