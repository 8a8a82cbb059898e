import { texts } from '@console/contract/rules';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { graphql } from '../gql/gql.ts';
import { MappingDecisionButton } from '../mappings/MappingDecisionButton.tsx';
import { isolated } from '../ui/values/isolated.ts';
import { removeExternalUserFromLists } from './externalUserListCache.ts';

const rejectDocument = graphql(`
  mutation RejectExternalUserButton_Reject($userId: ID!, $organisationId: ID!, $reason: String) {
    rejectExternalUser(userId: $userId, organisationId: $organisationId, reason: $reason) {
      externalUser { id ...ExternalUserTable_user }
    }
  }
`);

interface RejectExternalUserButtonProps {
  user: { id: string; fullName: string };
  organisationId: string;
  takesReason: boolean;
  compact: boolean;
  /** Called after the invitation was rejected; `stale` if another user did it. */
  onChanged: (stale: boolean) => void;
}

/** Rejects an invitation after a confirmation; the row is removed from the lists at once. */
export function RejectExternalUserButton({
  user,
  organisationId,
  takesReason,
  compact,
  onChanged,
}: RejectExternalUserButtonProps) {
  const { mutate, busy } = useMutationAction(rejectDocument, {
    success: texts.mappings.userDone,
    update(cache, { rejectExternalUser: { externalUser } }) {
      if (externalUser) removeExternalUserFromLists(cache, { id: externalUser.id, organisationId });
    },
  });
  const answer = async (reason: string | null) => {
    const data = await mutate({ userId: user.id, organisationId, ...(reason && { reason }) });
    return data && { stale: data.rejectExternalUser.externalUser === null };
  };
  return (
    <MappingDecisionButton
      verb="Reject"
      label={`Reject ${isolated(user.fullName)}`}
      effect={`${isolated(user.fullName)} does not get access to this organisation. They can be invited again.`}
      takesReason={takesReason}
      busy={busy}
      compact={compact}
      onDecided={answer}
      onChanged={onChanged}
    />
  );
}
