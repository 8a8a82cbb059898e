import type { FragmentType } from '@apollo/client';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { OwnPersonalInformation_UserFragment } from '../gql/graphql.ts';
import { useFormEditing } from '../ui/dialog/useSavedForm.tsx';
import { EditableDetails } from '../ui/layout/EditableDetails.tsx';
import { PersonDetails } from '../users/PersonDetails.tsx';
import { ProfileForm } from './ProfileForm.tsx';

const userFragment = graphql(`
  fragment OwnPersonalInformation_user on User {
    id
    provisionedFields
    ...PersonFields_user @unmask # the form's initial values
  }
`);

interface OwnPersonalInformationProps {
  user: FragmentType<OwnPersonalInformation_UserFragment>;
  /** The organisation, if the viewer may see its users. */
  organisationId: string | null;
  /** The country of the organisation. */
  country: string | null | undefined;
}

/** The viewer's own data; Edit replaces it with the form. */
export function OwnPersonalInformation({ user, organisationId, country }: OwnPersonalInformationProps) {
  const { data, complete } = useFragment(userFragment, user);
  const { editing, opened, details, done } = useFormEditing('profile');
  if (!complete) return null;
  if (editing)
    return <ProfileForm user={data} organisationId={organisationId} country={country} opened={opened} onDone={done} />;
  return (
    <EditableDetails {...details}>
      <PersonDetails user={data} />
    </EditableDetails>
  );
}
