import { type ConfirmationMessage, openConfirmationChannel } from '../../apollo/confirmationChannel.ts';
import { useMutationAction } from '../../apollo/useMutationAction.ts';
import { type Failure, toFailure } from '../../feedback/failure.ts';
import { graphql } from '../../gql/gql.ts';

const startDocument = graphql(`
  mutation Confirmation_StartSingleSignOn { startSingleSignOnConfirmation { url refusal { message } } }
`);

const blocked = 'Your browser has not opened the window. Allow windows of this site, then try again.';
const notBegun = 'The window could not be opened. Please try again.';
const handles = (failure: Failure) => failure.has('RATE_LIMITED');
const windowFeatures = 'popup,width=560,height=720';

/** Confirms the next act at the provider, in a window of its own, so that nothing that is typed is lost: resolves with what went wrong, or null. */
export const useSingleSignOnConfirmation = () => {
  const start = useMutationAction(startDocument, { saves: false, handles });

  const begin = async (): Promise<URL | string> => {
    try {
      const { url, refusal } = (await start.mutate({}))?.startSingleSignOnConfirmation ?? {};
      if (refusal) return refusal.message;
      // Never a script.
      return url && /^https?:/i.test(url) ? new URL(url) : notBegun;
    } catch (error) {
      return toFailure(error).message;
    }
  };

  return async (signal: AbortSignal): Promise<string | null> => {
    // Before anything is waited for: a browser opens windows in a press only.
    const opened = window.open('', '_blank', windowFeatures);
    if (!opened) return blocked;
    opened.document.title = 'Confirm';
    opened.document.body.textContent = 'The page of your organisation’s provider is loading.';
    const close = () => opened.close();
    signal.addEventListener('abort', close);
    const target = await begin();
    if (signal.aborted) return null;
    if (typeof target === 'string') {
      close();
      return target;
    }
    const answer = messageOf(target.searchParams.get('state'), signal);
    // The provider must not reach the console.
    opened.opener = null;
    opened.location.replace(target.href);
    return answer;
  };
};

/** What the window says of this confirmation; null after the signal. */
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
