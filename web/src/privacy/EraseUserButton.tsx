import { isSameEmail } from '@console/contract/fields/domain-rules';
import { Alert, List, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import type { ErasureChangeKind, ErasureObstacle } from '../gql/graphql.ts';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { isShownInDialog, useConfirmedMutation } from '../ui/dialog/useConfirmedMutation.ts';
import { ActionButton } from '../ui/layout/RowButton.tsx';
import { formatCount } from '../ui/values/format.ts';
import { isolated } from '../ui/values/isolated.ts';
import { Moment } from '../ui/values/Moment.tsx';

const planQuery = graphql(`
  query EraseUserPlan($id: ID!) {
    user(id: $id) { id email }
    personErasure(userId: $id) { isErased obstacle changes { kind count } reviews { id name keptUntil } }
  }
`);

const eraseDocument = graphql(`
  mutation EraseUserButton_Erase($input: ErasePersonInput!) {
    erasePerson(input: $input) { user { id fullName email status viewerCanErase viewerCanCopyPersonalData viewerCanActivate viewerCanEdit } }
  }
`);

const obstacleTexts: Record<ErasureObstacle, string> = {
  ACTIVE: 'This user is active. Deactivate them first.',
  DUTIES:
    'This user is a responder or the main Organiser. Make another user the main Organiser, or assign another responder in that module.',
  EXTERNAL_ACCESS:
    'This user still has access to an organisation, or is invited to one. Remove that access or revoke the invitation first.',
};

/** Texts of each change in singular and plural. */
const changeTexts: Record<ErasureChangeKind, readonly [one: string, many: string]> = {
  SIGN_INS: ['session, device or second factor is deleted', 'sessions, devices and second factors are deleted'],
  PROVIDER_ACCOUNTS: ['account at the identity provider is deleted', 'accounts at the identity provider are deleted'],
  API_KEYS: ['API key is deleted', 'API keys are deleted'],
  INVITATIONS: ['invitation or access right ends', 'invitations and access rights end'],
  EMAILS: ['email to this user is deleted', 'emails to this user are deleted'],
  SUPERVISED_USERS: ['user loses their supervisor', 'users lose their supervisor'],
  REVIEW_DECISIONS: [
    'reason of an access review decision is deleted',
    'reasons of access review decisions are deleted',
  ],
  EVENTS: ['event loses personal data', 'events lose personal data'],
  OTHER_EVENTS: ['other event loses the email address', 'other events lose the email address'],
};

export interface EraseUserButtonProps {
  user: { id: string; fullName: string };
}

/** Erases a user's personal data after their email address was typed, with the viewer's own password. */
export function EraseUserButton({ user: { id, fullName } }: EraseUserButtonProps) {
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const { mutate, busy } = useMutationAction(eraseDocument, {
    success: 'Personal data erased',
    readsAgain: true,
    handles: isShownInDialog,
  });
  const { open, dialog } = useConfirmedMutation({ password: 'always' });
  const question = `Erase the personal data of ${isolated(fullName)}?`;
  const given = dialog(question, async (currentPassword) =>
    mutate({ input: { userId: id, email: email.trim(), currentPassword } }),
  );
  const { data, failed } = usePageQuery(planQuery, { id }, { skip: !given.opened });
  const plan = data?.personErasure;
  const isTheirs = () => {
    const isRight = data?.user?.email === undefined || isSameEmail(email, data.user.email);
    setProblem(
      email.trim() === ''
        ? 'Enter the user’s email address.'
        : isRight
          ? null
          : 'Does not match the user’s email address.',
    );
    if (email.trim() !== '' && isRight) return true;
    input.current?.focus();
    return false;
  };
  const start = () => {
    setEmail('');
    setProblem(null);
    open();
  };
  return (
    <>
      <ActionButton compact={false} onClick={start}>
        Erase personal data
      </ActionButton>
      <ConfirmDialog
        {...given}
        onConfirm={(password) => (isTheirs() ? given.onConfirm(password) : undefined)}
        validate={isTheirs}
        typed={email !== ''}
        confirmLabel="Erase"
        danger
        busy={busy}
        details={
          !plan && !failed ? (
            <Skeleton height={44} />
          ) : (
            <Stack gap="xs">
              {failed && <Text>Could not check whether this user can be erased.</Text>}
              {plan?.isErased && <Text>The personal data of this user was already erased. Nothing will change.</Text>}
              {plan && !plan.isErased && plan.changes.length === 0 && <Text>Nothing else changes.</Text>}
              {plan && plan.changes.length > 0 && (
                <>
                  <Text id={`${listId}-changes`}>Changes in all organisations:</Text>
                  <List aria-labelledby={`${listId}-changes`}>
                    {plan.changes.map(({ kind, count }) => (
                      <List.Item key={kind}>
                        {formatCount(count)} {changeTexts[kind][count === 1 ? 0 : 1]}
                      </List.Item>
                    ))}
                  </List>
                </>
              )}
              {plan?.obstacle && <Alert color="red">{obstacleTexts[plan.obstacle]}</Alert>}
              {plan && plan.reviews.length > 0 && (
                <>
                  <Text id={listId}>
                    These access review files must be kept as evidence and still contain the name:
                  </Text>
                  <List aria-labelledby={listId}>
                    {plan.reviews.map((review) => (
                      <List.Item key={review.id}>
                        <bdi translate="no">{review.name}</bdi>, until <Moment at={review.keptUntil} />
                      </List.Item>
                    ))}
                  </List>
                </>
              )}
            </Stack>
          )
        }
      >
        <Stack gap="md">
          <Text>
            The personal data of <bdi translate="no">{fullName}</bdi> is erased, also from the activity log of other
            organisations. It includes name, email address, mobile number, sign-ins, keys and invitations. Past actions
            remain in the activity log without the name. Text that people have typed, such as the title of an access
            review, does not change. This cannot be undone.
          </Text>
          <TextInput
            ref={input}
            label="Type the user’s email address"
            type="email"
            autoComplete="off"
            required
            value={email}
            error={problem}
            onChange={(event) => {
              setEmail(event.currentTarget.value);
              setProblem(null);
            }}
          />
        </Stack>
      </ConfirmDialog>
    </>
  );
}
