import { useState } from 'react';
import { browserPage } from '../apollo/browserPage.ts';
import { useSession } from '../apollo/SessionProvider.tsx';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { graphql } from '../gql/gql.ts';
import { httpAddress } from '../ui/navigation/httpAddress.ts';
import { storeSignInSearch } from './signInSearch.ts';

const startDocument = graphql(`
  mutation SingleSignOnButton_Start($input: StartSingleSignOnInput!) {
    startSingleSignOn(input: $input) { url refusal { message } }
  }
`);

/** Leads to the provider of an email's domain; `search` is the query of the sign-in page, which names where the user was going. */
export function useStartSingleSignOn(): {
  /** `selectAccount`: the provider asks which account to use. */
  start: (email: string, search: string, selectAccount?: boolean) => Promise<void>;
  busy: boolean;
  refused: string | null;
} {
  const session = useSession();
  const [refused, setRefused] = useState<string | null>(null);
  const { mutate, busy } = useMutationAction(startDocument, { saves: false });
  const start = async (email: string, search: string, selectAccount = false) => {
    setRefused(null);
    const begin = () => ({ pageSecret: session.beginSignIn() });
    const answer = await mutate(
      { input: { email: email.trim(), ...(selectAccount && { selectAccount }) } },
      begin,
    ).catch(() => undefined);
    const { url, refusal } = answer?.startSingleSignOn ?? {};
    if (refusal) setRefused(refusal.message);
    const address = url && httpAddress(url);
    if (!address) return;
    storeSignInSearch(search, email.trim());
    browserPage.goTo(address);
  };
  return { start, busy, refused };
}
