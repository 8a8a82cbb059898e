import { useMutationAction } from '../apollo/useMutationAction.ts';
import { graphql } from '../gql/gql.ts';
import { MappingDecisionButton } from '../mappings/MappingDecisionButton.tsx';
import { isolated } from '../ui/layout/isolated.ts';
import { removeExternalUserFromLists } from './externalUserListCache.ts';

const endDocument = graphql(`
  mutation EndOrWithdrawExternalUserButton_End($userId: ID!, $organisationId: ID!, $reason: String) {
    stopped: removeExternalUser(input: { userId: $userId, organisationId: $organisationId, reason: $reason }) {
      externalUser { id ...ExternalUserTable_user }
    }
  }
`);

const withdrawDocument = graphql(`
  mutation EndOrWithdrawExternalUserButton_Withdraw($userId: ID!, $organisationId: ID!, $reason: String) {
    stopped: withdrawExternalUser(input: { userId: $userId, organisationId: $organisationId, reason: $reason }) {
      externalUser { id ...ExternalUserTable_user }
    }
  }
`);

const stops = {
  End: {
    document: endDocument,
    label: (name: string) => `End the work of ${isolated(name)}`,
    effect: (name: string) =>
      `${isolated(name)} does not work in this organisation any more. Without another organisation they are signed out at once. They can be invited again.`,
    success: 'External user ended',
  },
  Withdraw: {
    document: withdrawDocument,
    label: (name: string) => `Withdraw the invitation of ${isolated(name)}`,
    effect: (name: string) => `${isolated(name)} cannot be accepted any more. They can be invited again.`,
    success: 'Invitation withdrawn',
  },
};

interface EndOrWithdrawExternalUserButtonProps {
  verb: keyof typeof stops;
  user: { id: string; fullName: string };
  organisationId: string;
  takesReason: boolean;
  onChanged: (stale: boolean) => void;
}

/** Ends the work of an external user or withdraws an invitation after a confirmation; the row is removed from the lists at once. */
export function EndOrWithdrawExternalUserButton({
  verb,
  user: { id: userId, fullName },
  organisationId,
  takesReason,
  onChanged,
}: EndOrWithdrawExternalUserButtonProps) {
  const { document, label, effect, success } = stops[verb];
  const { mutate, busy } = useMutationAction(document, {
    success,
    update(cache, { stopped: { externalUser } }) {
      if (externalUser) removeExternalUserFromLists(cache, { id: externalUser.id, organisationId });
    },
  });
  const stop = async (reason: string | null) => {
    const data = await mutate({ userId, organisationId, ...(reason && { reason }) });
    return data && { stale: data.stopped.externalUser === null };
  };
  return (
    <MappingDecisionButton
      verb={verb}
      label={label(fullName)}
      effect={takesReason ? `${effect(fullName)} They and the organisation get a mail.` : effect(fullName)}
      takesReason={takesReason}
      busy={busy}
      onDecided={stop}
      onChanged={onChanged}
    />
  );
}
