import type { ApolloClient } from '@apollo/client';
import { type ConfirmationMessage, openConfirmationChannel } from '../../apollo/confirmationChannel.ts';
import { failureFromErrors, toFailure } from '../../feedback/failure.ts';
import { graphql } from '../../gql/gql.ts';
import type { ConfirmationMethod } from '../../gql/graphql.ts';
import { httpAddress } from '../navigation/httpAddress.ts';

const waysQuery = graphql(`query Confirmation_Ways { viewer { confirmationMethods } }`);

const startPasskeyDocument = graphql(`mutation Confirmation_StartPasskey { startPasskeyConfirmation { options } }`);

const passkeyDocument = graphql(`
  mutation Confirmation_Passkey($input: ConfirmWithPasskeyInput!) { confirmWithPasskey(input: $input) { confirmedUntil } }
`);

const startSingleSignOnDocument = graphql(`
  mutation Confirmation_StartSingleSignOn { startSingleSignOnConfirmation { url refusal { message } } }
`);

const notUsed = 'No passkey was used. Try again when you are ready.';
const blocked = 'Your browser blocked the window. Allow pop-ups for this site, then try again.';
const notBegun = 'The window could not be opened. Try again.';

/** How the viewer confirms an action; null with a product API that knows passwords only. Throws if the read fails. */
export async function readConfirmationMethods(client: ApolloClient): Promise<readonly ConfirmationMethod[] | null> {
  const { data } = await client.query({ query: waysQuery, fetchPolicy: 'network-only', errorPolicy: 'none' });
  return data?.viewer?.confirmationMethods ?? null;
}

/** The data of a mutation that succeeded; throws for any other. */
function dataOf<Data>({ data, error }: { data?: Data | null | undefined; error?: unknown }): Data {
  if (error || !data) throw error ?? failureFromErrors([]);
  return data;
}

/** Confirms the next action with a passkey: resolves with what went wrong, or null. */
export async function confirmWithPasskey(client: ApolloClient, signal: AbortSignal): Promise<string | null> {
  try {
    const { startPasskeyConfirmation } = dataOf(await client.mutate({ mutation: startPasskeyDocument }));
    const response = await askDevice(startPasskeyConfirmation.options, signal);
    if (response === null) return notUsed;
    dataOf(await client.mutate({ mutation: passkeyDocument, variables: { input: { response } } }));
    return null;
  } catch (error) {
    return toFailure(error).message;
  }
}

/** The browser's response as a JSON string; null when there is none. */
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

/** Confirms the next action at the provider, in the window that the press opened, so that no input is lost: resolves with what went wrong, or null. */
export async function confirmAtProvider(
  client: ApolloClient,
  opened: Window | null,
  signal: AbortSignal,
): Promise<string | null> {
  if (!opened) return blocked;
  const close = () => opened.close();
  signal.addEventListener('abort', close);
  if (signal.aborted) close();
  opened.document.title = 'Confirm';
  opened.document.body.textContent = 'Loading your identity provider…';
  const target = await providerAddress(client);
  if (signal.aborted) return null;
  if (typeof target === 'string') {
    close();
    return target;
  }
  const answer = messageOf(target.searchParams.get('state'), signal);
  // The page of the provider must not access the console's window.
  opened.opener = null;
  opened.location.replace(target.href);
  return answer;
}

/** The URL to open, or the reason why there is none. */
async function providerAddress(client: ApolloClient): Promise<URL | string> {
  try {
    const { startSingleSignOnConfirmation } = dataOf(await client.mutate({ mutation: startSingleSignOnDocument }));
    const { url, refusal } = startSingleSignOnConfirmation;
    if (refusal) return refusal.message;
    const address = url && httpAddress(url);
    return address ? new URL(address) : notBegun;
  } catch (error) {
    return toFailure(error).message;
  }
}

/** The result that the window reports for this confirmation; null after the signal. */
const messageOf = (state: string | null, signal: AbortSignal): Promise<string | null> =>
  new Promise((resolve) => {
    const channel = openConfirmationChannel();
    const end = (problem: string | null) => {
      channel.close();
      resolve(problem);
    };
    channel.onmessage = ({ data }: MessageEvent<ConfirmationMessage>) => {
      if (data.state === state) end(data.problem);
    };
    signal.addEventListener('abort', () => end(null));
  });
