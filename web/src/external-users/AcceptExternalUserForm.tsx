import type { FragmentType } from '@apollo/client';
import { texts } from '@console/contract/rules';
import { Alert } from '@mantine/core';
import { useState } from 'react';
import type { MapExternalUserPageQuery, UserForm_LookupsFragment } from '../gql/graphql.ts';
import { acceptBlockTexts } from '../mappings/AcceptBlockReason.tsx';
import type { RoleLookups } from '../users/useRoleChoices.ts';
import { ConfirmExternalUserForm } from './ConfirmExternalUserForm.tsx';
import { ExternalUserDetailsForm } from './ExternalUserDetailsForm.tsx';

interface AcceptExternalUserFormProps {
  externalUser: NonNullable<MapExternalUserPageQuery['externalUser']>;
  lookups: FragmentType<UserForm_LookupsFragment> & RoleLookups;
  organisationId: string;
  /** Whether it is the viewer's own. */
  own: boolean;
  listPath: string;
  /** Another user was faster. */
  onStale: () => void;
}

/** The form for an external user, chosen when the page opens: it does not change after saving, so that no other form flashes up. */
export function AcceptExternalUserForm({ externalUser, lookups, onStale, ...place }: AcceptExternalUserFormProps) {
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
    <ConfirmExternalUserForm externalUser={externalUser} onStale={onLate} {...place} />
  );
}
