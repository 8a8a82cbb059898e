import { graphql } from '../gql/gql.ts';
import { ConfirmedMutationButton } from '../ui/dialog/ConfirmedMutationButton.tsx';
import { isolated } from '../ui/layout/isolated.ts';

const endDocument = graphql(`
  mutation EndOtherSessionsButton_End($input: EndOtherSessionsInput!) {
    endOtherSessions(input: $input) { sessions { id } }
  }
`);

/** Ends all sessions of a user, or of the viewer all others, after a confirmation with the viewer's password. */
export function EndOtherSessionsButton({ userId, own, name }: { userId: string; own: boolean; name: string }) {
  const label = own ? 'End all other sessions' : 'End all sessions';
  return (
    <ConfirmedMutationButton
      label={label}
      question={own ? `${label}?` : `${label} of ${isolated(name)}?`}
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
      {own ? 'All other browsers are' : `${isolated(name)} is`} signed out immediately. Remembered devices stay
      remembered.
    </ConfirmedMutationButton>
  );
}
