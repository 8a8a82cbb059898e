import { texts } from '@console/contract/rules';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { graphql } from '../gql/gql.ts';
import { AcceptOrRejectRequestButton } from '../mappings/AcceptOrRejectRequestButton.tsx';
import { removeExternalUserFromLists } from './externalUserListCache.ts';

const rejectDocument = graphql(`
  mutation RejectExternalUserButton_Reject($userId: ID!, $organisationId: ID!) {
    rejectExternalUser(userId: $userId, organisationId: $organisationId) {
      externalUser { id ...ExternalUserTable_user }
    }
  }
`);

interface RejectExternalUserButtonProps {
  user: { id: string; fullName: string };
  organisationId: string;
  compact: boolean;
  /** The invitation was rejected: here, or `stale`, answered by another user before. */
  onChanged: (stale: boolean) => void;
}

/** Rejects an invitation after a confirmation; the row is removed from the lists at once. */
export function RejectExternalUserButton({ user, organisationId, compact, onChanged }: RejectExternalUserButtonProps) {
  const { mutate, busy } = useMutationAction(rejectDocument, {
    success: texts.mappings.userDone,
    update(cache, { rejectExternalUser: { externalUser } }) {
      if (externalUser) removeExternalUserFromLists(cache, { id: externalUser.id, organisationId });
    },
  });
  const answer = async () => {
    const data = await mutate({ userId: user.id, organisationId });
    return data && { stale: data.rejectExternalUser.externalUser === null };
  };
  return (
    <AcceptOrRejectRequestButton
      verb="Reject"
      name={user.fullName}
      effect={`The invitation of ${user.fullName} is withdrawn. They can be invited again.`}
      busy={busy}
      compact={compact}
      onAnswer={answer}
      onChanged={onChanged}
    />
  );
}
