import type { FragmentType } from '@apollo/client';
import { texts } from '@console/contract/rules';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { toFailure } from '../feedback/failure.ts';
import { graphql } from '../gql/gql.ts';
import type { UserForm_LookupsFragment, UserForm_UserFragment } from '../gql/graphql.ts';
import { useSavedForm } from '../ui/dialog/useSavedForm.tsx';
import { useConcurrentChanges } from '../ui/form/useConcurrentChanges.ts';
import { useLeaveForm, useTrail } from '../ui/navigation/useTrail.ts';
import { ConcurrentChangesNotice } from './ConcurrentChangesNotice.tsx';
import { personChecksWithoutEmail } from './personValues.ts';
import { UserForm } from './UserForm.tsx';
import { type RoleLookups, useRoleChoices } from './useRoleChoices.ts';
import { useRoleQuestion } from './useRoleQuestion.tsx';
import {
  type UserValues,
  userFields,
  userFieldsWithoutEmail,
  userInputOf,
  userLabels,
  userValuesOf,
} from './userValues.ts';
import { useUserPaths } from './useUserPaths.ts';

const updateDocument = graphql(`
  mutation EditUserForm_Update($input: UpdateUserInput!) {
    updateUser(input: $input) { user { id status ...UserForm_user ...UserTable_user ...UserDetails_user } }
  }
`);

interface EditUserFormProps {
  user: UserForm_UserFragment;
  organisation: { id: string; brandName: string; facility: { country: string | null } | null };
  /** Whether the organisation is the viewer's own. */
  own: boolean;
  lookups: FragmentType<UserForm_LookupsFragment> & RoleLookups;
  /** Reloads the page after another user has changed the user. */
  onRetry: () => void;
}

export function EditUserForm({ user, organisation, own, lookups, onRetry }: EditUserFormProps) {
  const leaveTo = useLeaveForm();
  const { trail, settledTrail } = useTrail();
  const view = useUserPaths().view(user.id);
  const roles = useRoleChoices(lookups, user.role);
  const question = useRoleQuestion({ brandName: organisation.brandName, own, roles });
  const { mutate, busy, fieldErrors } = useMutationAction(updateDocument, {
    success: texts.userUpdated,
    leaves: () => true,
    fields: userFieldsWithoutEmail,
    handles: (failure) => failure.has('CONFLICT'),
  });
  const saved = useSavedForm({
    name: 'user',
    initialValues: userValuesOf(user),
    validate: personChecksWithoutEmail,
    serverErrors: fieldErrors,
  });
  const changes = useConcurrentChanges(saved.form, user, { valuesOf: userValuesOf, fields: userFields, onRetry });
  const { base, reportConflict } = changes;

  const save = async (values: UserValues, proposedCode: string) => {
    const changed = values.roleId === base.role?.id ? [] : [values];
    if (!(await question.agreed(changed))) return undefined;
    const input = { ...userInputOf(values, proposedCode), id: user.id, expectedUpdatedAt: base.updatedAt };
    const answer = await mutate({ input }).catch((error: unknown) => {
      if (toFailure(error).has('CONFLICT')) reportConflict();
      throw error;
    });
    const state = answer?.updateUser.user ? settledTrail : trail;
    return answer && (() => leaveTo(view, state));
  };
  return (
    <>
      <UserForm
        saved={saved}
        lookups={lookups}
        organisationId={organisation.id}
        country={organisation.facility?.country}
        roles={roles}
        provisioned={user.provisionedFields}
        submitLabel="Save"
        busy={busy}
        notice={
          <ConcurrentChangesNotice
            what="user"
            changes={changes}
            now={userValuesOf(base)}
            labels={userLabels}
            roles={roles}
          />
        }
        onSave={save}
        onCancel={() => leaveTo(view, trail)}
      />
      {question.dialog}
    </>
  );
}
