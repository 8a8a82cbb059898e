import { useMutationAction } from '../apollo/useMutationAction.ts';
import { graphql } from '../gql/gql.ts';
import { ConfirmedMutationButton } from '../ui/dialog/ConfirmedMutationButton.tsx';
import { isShownInDialog } from '../ui/dialog/useConfirmedMutation.ts';

const endDocument = graphql(`
  mutation EndOtherSessionsButton_End($input: EndOtherSessionsInput!) {
    endOtherSessions(input: $input) { sessions { id } }
  }
`);

/** Ends all sessions of a user, or of the viewer all others, after a confirmation. */
export function EndOtherSessionsButton({ userId, own, name }: { userId: string; own: boolean; name: string }) {
  const { mutate, busy } = useMutationAction(endDocument, {
    success: 'Sessions ended',
    handles: isShownInDialog,
    update(cache, { endOtherSessions: { sessions } }) {
      for (const session of sessions) cache.evict({ id: cache.identify(session) });
    },
  });
  const label = own ? 'End all other sessions' : 'End all sessions';
  return (
    <ConfirmedMutationButton
      label={label}
      question={own ? `${label}?` : `${label} of ${name}?`}
      confirmLabel="End all"
      danger
      busy={busy}
      send={() => mutate({ input: { userId } })}
    >
      {own ? 'All other browsers are' : `${name} is`} signed out at once. Remembered devices stay remembered.
    </ConfirmedMutationButton>
  );
}
