import { useMutationAction } from '../../apollo/useMutationAction.ts';
import { type Failure, toFailure } from '../../feedback/failure.ts';
import { graphql } from '../../gql/gql.ts';

const startDocument = graphql(`mutation Confirmation_StartPasskey { startPasskeyConfirmation { options } }`);

const confirmDocument = graphql(`
  mutation Confirmation_Passkey($input: ConfirmWithPasskeyInput!) { confirmWithPasskey(input: $input) { confirmedUntil } }
`);

const notUsed = 'No passkey was used. Try again when you are ready.';
const handles = (failure: Failure) =>
  failure.has('WRONG_PASSWORD') || failure.has('RATE_LIMITED') || failure.has('CONFLICT');

/** Confirms the next act with a passkey: resolves with what went wrong, or null. */
export const usePasskeyConfirmation = () => {
  const start = useMutationAction(startDocument, { saves: false, handles });
  const confirm = useMutationAction(confirmDocument, { saves: false, handles });
  return async (signal: AbortSignal): Promise<string | null> => {
    try {
      const started = await start.mutate({});
      const response = started && (await askDevice(started.startPasskeyConfirmation.options, signal));
      if (!response) return notUsed;
      const confirmed = await confirm.mutate({ input: { response } });
      return confirmed ? null : notUsed;
    } catch (error) {
      return toFailure(error).message;
    }
  };
};

/** The browser's answer as JSON text; null when there is none. */
async function askDevice(options: string, signal: AbortSignal): Promise<string | null> {
  const { startAuthentication, WebAuthnAbortService } = await import('@simplewebauthn/browser');
  const stop = () => WebAuthnAbortService.cancelCeremony();
  if (signal.aborted) return null;
  signal.addEventListener('abort', stop);
  try {
    return JSON.stringify(await startAuthentication({ optionsJSON: JSON.parse(options) }));
  } catch {
    return null;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
