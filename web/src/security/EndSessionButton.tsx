import { useMutationAction } from '../apollo/useMutationAction.ts';
import { graphql } from '../gql/gql.ts';
import { ConfirmedMutationButton } from '../ui/dialog/ConfirmedMutationButton.tsx';
import { isShownInDialog } from '../ui/dialog/useConfirmedMutation.ts';

const endDocument = graphql(`
  mutation EndSessionButton_End($input: EndSessionInput!) {
    endSession(input: $input) {
      session {
        id
      }
    }
  }
`);

/** Ends a session after a confirmation. */
export function EndSessionButton({ id, name }: { id: string; name: string }) {
  const { mutate, busy } = useMutationAction(endDocument, {
    success: 'Session ended',
    handles: isShownInDialog,
    update: (cache, { endSession: { session } }) => void cache.evict({ id: cache.identify(session) }),
  });
  return (
    <ConfirmedMutationButton
      label="End"
      ariaLabel={`End the session with ${name}`}
      compact
      question={`End the session with ${name}?`}
      danger
      busy={busy}
      send={() => mutate({ input: { id } })}
    >
      This browser is signed out at once. What was typed there and not saved is lost.
    </ConfirmedMutationButton>
  );
}
