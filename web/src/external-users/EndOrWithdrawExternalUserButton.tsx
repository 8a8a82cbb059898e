import { EmailPromise } from '../apollo/EmailPromise.tsx';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { graphql } from '../gql/gql.ts';
import { MappingDecisionButton } from '../mappings/MappingDecisionButton.tsx';
import { isolated } from '../ui/values/isolated.ts';
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
  Remove: {
    document: endDocument,
    label: (name: string) => `Remove ${isolated(name)}`,
    effect: (name: string) =>
      `${isolated(name)} loses access to this organisation, and is signed out if they belong to no other. They can be invited again.`,
    success: 'External user removed',
  },
  Withdraw: {
    document: withdrawDocument,
    label: (name: string) => `Withdraw the invitation to ${isolated(name)}`,
    effect: (name: string) =>
      `${isolated(name)} can no longer be accepted as an external user. They can be invited again.`,
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

/** Removes an external user or withdraws an invitation after a confirmation; the row is removed from the lists at once. */
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
      effect={
        <>
          {effect(fullName)}{' '}
          {takesReason && <EmailPromise>They and this organisation are notified by email.</EmailPromise>}
        </>
      }
      takesReason={takesReason}
      busy={busy}
      onDecided={stop}
      onChanged={onChanged}
    />
  );
}
