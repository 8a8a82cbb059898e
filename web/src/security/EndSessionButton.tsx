import { graphql } from '../gql/gql.ts';
import { ConfirmedMutationButton } from '../ui/dialog/ConfirmedMutationButton.tsx';

const endDocument = graphql(`
  mutation EndSessionButton_End($input: EndSessionInput!) { endSession(input: $input) { session { id } } }
`);

interface EndSessionButtonProps {
  sessionId: string;
  deviceName: string;
}

/** Ends a session after a confirmation with the viewer's password. */
export function EndSessionButton({ sessionId, deviceName }: EndSessionButtonProps) {
  return (
    <ConfirmedMutationButton
      label="End"
      ariaLabel={`End the session with ${deviceName}`}
      compact
      danger
      password="always"
      mutation={endDocument}
      variables={(currentPassword) => ({ input: { id: sessionId, currentPassword } })}
      success="Session ended"
      update={(cache, { endSession: { session } }) => void cache.evict({ id: cache.identify(session) })}
    >
      That browser is signed out immediately. Unsaved changes there are lost. This cannot be undone.
    </ConfirmedMutationButton>
  );
}
