import { graphql } from '../gql/gql.ts';
import { ConfirmedMutationButton } from '../ui/dialog/ConfirmedMutationButton.tsx';
import { isolated } from '../ui/values/isolated.ts';

const endDocument = graphql(`
  mutation EndOtherSessionsButton_End($input: EndOtherSessionsInput!) {
    endOtherSessions(input: $input) { sessions { id } }
  }
`);

interface EndOtherSessionsButtonProps {
  userId: string;
  /** The name of a user who is not the viewer. */
  name?: string;
}

/** Ends all sessions of a user, or of the viewer all others, after a confirmation with the viewer's password. */
export function EndOtherSessionsButton({ userId, name }: EndOtherSessionsButtonProps) {
  const label = name === undefined ? 'End all other sessions' : 'End all sessions';
  return (
    <ConfirmedMutationButton
      label={label}
      question={name === undefined ? `${label}?` : `${label} of ${isolated(name)}?`}
      confirmLabel="End all"
      danger
      password="always"
      mutation={endDocument}
      variables={(currentPassword) => ({ input: { userId, currentPassword } })}
      success="Sessions ended"
      update={(cache, { endOtherSessions: { sessions } }) => {
        for (const session of sessions) cache.evict({ id: cache.identify(session) });
      }}
    >
      {name === undefined ? 'All other browsers are' : `${isolated(name)} is`} signed out immediately. Remembered
      devices stay remembered.
    </ConfirmedMutationButton>
  );
}
