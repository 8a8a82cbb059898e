import { useMutationAction } from '../apollo/useMutationAction.ts';
import { graphql } from '../gql/gql.ts';
import { ConfirmedMutationButton } from '../ui/dialog/ConfirmedMutationButton.tsx';
import { isShownInDialog } from '../ui/dialog/useConfirmedMutation.ts';

const endDocument = graphql(`
  mutation EndSessionButton_End($input: EndSessionInput!) { endSession(input: $input) { session { id } } }
`);

interface EndSessionButtonProps {
  sessionId: string;
  deviceName: string;
}

/** Ends a session after a confirmation. */
export function EndSessionButton({ sessionId, deviceName }: EndSessionButtonProps) {
  const { mutate, busy } = useMutationAction(endDocument, {
    success: 'Session ended',
    handles: isShownInDialog,
    update: (cache, { endSession: { session } }) => void cache.evict({ id: cache.identify(session) }),
  });
  return (
    <ConfirmedMutationButton
      label="End"
      ariaLabel={`End the session with ${deviceName}`}
      compact
      question={`End the session with ${deviceName}?`}
      danger
      busy={busy}
      send={() => mutate({ input: { id: sessionId } })}
    >
      This browser is signed out at once. What was typed there and not saved is lost.
    </ConfirmedMutationButton>
  );
}
