import { maxLength } from '@console/contract/rules';
import { Alert, Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { showSuccess } from '../feedback/toasts.tsx';
import { offerLinkIfUnsent } from '../feedback/unsentInvitation.ts';
import { graphql } from '../gql/gql.ts';
import type { ExternalUserInviteState } from '../gql/graphql.ts';
import { ModulesField } from '../mappings/ModulesField.tsx';
import { useSavedForm } from '../ui/dialog/useSavedForm.tsx';
import { FormActions } from '../ui/form/FormActions.tsx';
import { FormPaper } from '../ui/form/FormPaper.tsx';
import { emailCheck } from '../ui/form/fieldChecks.ts';
import { TextField } from '../ui/form/TextField.tsx';
import { DescriptionList } from '../ui/layout/DescriptionList.tsx';
import { useTrail } from '../ui/navigation/useTrail.ts';
import { UnsentEmailsNote } from '../ui/page/UnsentEmailsNote.tsx';
import { isolated } from '../ui/values/isolated.ts';
import { useUserPaths } from '../users/useUserPaths.ts';
import { moveExternalUserToTop } from './externalUserListCache.ts';

const inviteDocument = graphql(`
  mutation InviteExternalUserForm_Invite($email: String!, $organisationId: ID!, $modules: [ID!]) {
    inviteExternalUser(email: $email, organisationId: $organisationId, modules: $modules) {
      state
      message
      externalUser { id ...ExternalUserTable_user }
      organisation {
        id
        invitations(search: $email, filter: { kinds: [EXTERNAL_USER] }, first: 1) {
          nodes { id email isUnsent failure viewerCanCopyLink }
        }
      }
    }
  }
`);

type InviteValues = { email: string; modules: string[] };

interface InviteExternalUserFormProps {
  organisationId: string;
  brandName: string;
  /** The modules to choose from; null when they could not be loaded. */
  modules: readonly { id: string; label: string }[] | null;
}

const initialValues: InviteValues = { email: '', modules: [] };
const fields = ['email', 'modules'];
const isInvited = (state: ExternalUserInviteState) => state === 'REQUESTED' || state === 'INVITED';

/** Invites an external user, then returns to the list; a failure is shown next to the form, which keeps its input. */
export function InviteExternalUserForm({ organisationId, brandName, modules }: InviteExternalUserFormProps) {
  const navigate = useNavigate();
  const { list: listPath } = useUserPaths();
  const { trail, settledTrail } = useTrail();
  const [refusal, setRefusal] = useState<{ email: string; message: string } | null>(null);
  const { mutate, busy, fieldErrors } = useMutationAction(inviteDocument, {
    fields,
    leaves: ({ inviteExternalUser }) => isInvited(inviteExternalUser.state),
    update(cache, { inviteExternalUser: { externalUser } }) {
      if (externalUser) moveExternalUserToTop(cache, { id: externalUser.id, organisationId, listed: false });
    },
  });
  const { form, frame, onSubmit, release } = useSavedForm<InviteValues>({
    name: 'invite-user',
    initialValues,
    validate: { email: emailCheck(maxLength.email) },
    serverErrors: fieldErrors,
  });

  const invite = async ({ email: typed, modules: chosen }: InviteValues) => {
    const email = typed.trim();
    setRefusal(null);
    const answer = await mutate({ email, organisationId, ...(chosen.length > 0 && { modules: chosen }) }).catch(
      () => undefined,
    );
    if (!answer) return;
    const { state, message, externalUser, organisation } = answer.inviteExternalUser;
    if (!isInvited(state)) return setRefusal({ email, message });
    release();
    showSuccess(message);
    offerLinkIfUnsent(organisation?.invitations?.nodes[0]);
    void navigate(listPath, { replace: true, state: externalUser ? settledTrail : trail });
  };
  return (
    <FormPaper frame={frame} onSubmit={onSubmit((values) => void invite(values))}>
      <Text>
        An external user, such as an auditor or a consultant, belongs to another organisation or to none. They work with{' '}
        {isolated(brandName)} in the modules that you select.
      </Text>
      <DescriptionList
        entries={[
          ['Access', 'In this console, they see only their own profile and organisation, not your users or settings.'],
          [
            'Acceptance',
            'Another Organiser, Architect or Administrator accepts them in the list of external users. If there is no one else, you can.',
          ],
        ]}
      />
      <div role="status">
        {refusal && (
          <Alert color="yellow" role="presentation">
            <Text fw={600}>{refusal.message}</Text>
            <Text>{`No invitation was sent to ${refusal.email}.`}</Text>
          </Alert>
        )}
      </div>
      <TextField
        label="Email"
        type="email"
        required
        autoComplete="off"
        maxLength={maxLength.email}
        {...form.getInputProps('email')}
      />
      <ModulesField modules={modules} description="Modules they will use" {...form.getInputProps('modules')} />
      <UnsentEmailsNote />
      <FormActions
        submitLabel="Send invitation"
        busy={busy}
        onCancel={() => void navigate(listPath, { state: trail })}
      />
    </FormPaper>
  );
}
