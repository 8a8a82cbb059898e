import type { FragmentType } from '@apollo/client';
import { texts } from '@console/contract/rules';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useFragment } from '../apollo/useFragment.ts';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { toFailure } from '../feedback/failure.ts';
import { offerLinkIfUnsent } from '../feedback/unsentInvitation.ts';
import { graphql } from '../gql/gql.ts';
import type {
  CreateUserForm_OrganisationFragment,
  UserForm_LookupsFragment,
  UseUserLimitNotice_OrganisationFragment,
} from '../gql/graphql.ts';
import { useSavedForm } from '../ui/dialog/useSavedForm.tsx';
import { useTrail } from '../ui/navigation/useTrail.ts';
import { UnsentEmailsNote } from '../ui/page/UnsentEmailsNote.tsx';
import { personChecks } from './personValues.ts';
import { UserForm } from './UserForm.tsx';
import { type RoleLookups, useRoleChoices } from './useRoleChoices.ts';
import { useRoleQuestion } from './useRoleQuestion.tsx';
import { placeUser } from './userListCache.ts';
import { newUserValues, type UserValues, userFieldsWithoutEmail, userInputOf } from './userValues.ts';
import { useUserLimitNotice } from './useUserLimitNotice.tsx';
import { useUserPaths } from './useUserPaths.ts';

const organisationFragment = graphql(`
  fragment CreateUserForm_organisation on Organisation { id brandName emailDomains facility { country } }
`);

const createDocument = graphql(`
  mutation CreateUserForm_Create($input: CreateUserInput!) {
    createUser(input: $input) {
      user {
        id
        organisationId
        status
        designation
        createdAt
        invitation { id email isUnsent failure viewerCanCopyLink }
        ...UserTable_user
      }
      organisation { id activeUserCount }
    }
  }
`);

interface CreateUserFormProps {
  organisation: FragmentType<CreateUserForm_OrganisationFragment> &
    FragmentType<UseUserLimitNotice_OrganisationFragment>;
  /** Whether the organisation is the viewer's own. */
  own: boolean;
  lookups: FragmentType<UserForm_LookupsFragment> & RoleLookups;
  /** Reloads the page: the user limit may have room. */
  onRetry: () => void;
}

/** The form of a new user. *Create and add another* replaces it with a new one. */
export function CreateUserForm(props: CreateUserFormProps) {
  const [started, setStarted] = useState({ times: 0, values: newUserValues });
  const addAnother = ({ department, supervisorEmail }: UserValues) =>
    setStarted(({ times }) => ({ times: times + 1, values: { ...newUserValues, department, supervisorEmail } }));
  return <NewUserForm key={started.times} {...props} {...started} onAddAnother={addAnother} />;
}

interface NewUserFormProps extends CreateUserFormProps {
  /** Number of users created with this form so far. */
  times: number;
  values: UserValues;
  onAddAnother: (created: UserValues) => void;
}

function NewUserForm(props: NewUserFormProps) {
  const { organisation, own, lookups, onRetry, times, values: initialValues, onAddAnother } = props;
  const { data, complete } = useFragment(organisationFragment, organisation);
  const limit = useUserLimitNotice(organisation, { onClose: onRetry });
  const navigate = useNavigate();
  const { trail, settledTrail } = useTrail();
  const { list } = useUserPaths();
  const roles = useRoleChoices(lookups);
  const { mutate, busy, fieldErrors } = useMutationAction(createDocument, {
    success: texts.users.created,
    leaves: () => true,
    fields: userFieldsWithoutEmail,
    handles: (failure) => failure.has('USER_LIMIT_REACHED'),
    update(cache, { createUser: { user } }) {
      if (user) placeUser(cache, user, null);
    },
  });
  const saved = useSavedForm({
    name: 'user',
    initialValues,
    validate: personChecks,
    serverErrors: fieldErrors,
    inToast: 'email' in fieldErrors,
  });
  const question = useRoleQuestion({ brandName: data.brandName ?? '', own, roles });
  if (!complete) return null;

  const save = async (values: UserValues, proposedCode: string, again: boolean) => {
    if (limit.full) return void limit.showNotice();
    if (!(await question.agreed([values]))) return undefined;
    const input = { ...userInputOf(values, proposedCode), organisationId: data.id, email: values.email.trim() };
    const answer = await mutate({ input }).catch((error: unknown) => {
      if (toFailure(error).has('USER_LIMIT_REACHED')) limit.showNotice();
      throw error;
    });
    if (!answer) return undefined;
    const { user, organisation: counted } = answer.createUser;
    offerLinkIfUnsent(user?.invitation);
    if (again) return () => onAddAnother(values);
    return () => void navigate(list, { replace: true, state: user && counted ? settledTrail : trail });
  };
  return (
    <>
      <UserForm
        saved={saved}
        lookups={lookups}
        organisationId={data.id}
        country={data.facility?.country}
        roles={roles}
        domains={data.emailDomains}
        submitLabel="Create user"
        again={{ label: 'Create and add another', after: times > 0 }}
        busy={busy}
        notice={<UnsentEmailsNote />}
        onSave={save}
        onCancel={() => void navigate(list, { state: trail })}
      />
      {limit.dialog}
      {question.dialog}
    </>
  );
}
