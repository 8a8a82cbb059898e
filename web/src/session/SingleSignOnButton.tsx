import { Button, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { browserPage } from '../apollo/browserPage.ts';
import { loadClient } from '../apollo/loadClient.ts';
import { useSession } from '../apollo/SessionProvider.tsx';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { graphql } from '../gql/gql.ts';
import classes from './SingleSignOnButton.module.css';
import { storeSignInSearch } from './signInSearch.ts';

const availableDocument = graphql(`query SingleSignOn_Available($email: String!) { singleSignOn(email: $email) }`);

const startDocument = graphql(`
  mutation SingleSignOnButton_Start($input: StartSingleSignOnInput!) {
    startSingleSignOn(input: $input) { url refusal { message } }
  }
`);

const typingPauseMs = 300;

/** The domain of a whole email. */
const domainOf = (email: string): string => /@([^\s@]+\.[^\s@.]{2,})$/.exec(email.trim())?.[1]?.toLowerCase() ?? '';

/** Whether single sign-on signs in people of the email's domain; of the email only this is sent. */
function useAvailable(email: string): boolean {
  const session = useSession();
  const domain = domainOf(email);
  const [known, setKnown] = useState({ domain: '', available: false });
  useEffect(
    function askForDomain() {
      if (domain === '') return undefined;
      let isCurrent = true;
      const ask = async () => {
        const client = await loadClient(session);
        const { data } = await client.query({ query: availableDocument, variables: { email: `@${domain}` } });
        if (isCurrent) setKnown({ domain, available: data?.singleSignOn === true });
      };
      // Without an answer there is no button: the password is always there.
      const timer = setTimeout(() => void ask().catch(() => undefined), typingPauseMs);
      return () => {
        isCurrent = false;
        clearTimeout(timer);
      };
    },
    [domain, session],
  );
  return domain !== '' && known.domain === domain && known.available;
}

/** Leads to the provider of the email's domain, where there is one. It takes no room, so that nothing moves when it appears. */
export function SingleSignOnButton({ email }: { email: string }) {
  const session = useSession();
  const { search } = useLocation();
  const available = useAvailable(email);
  const leaving = useRef(false);
  const [refused, setRefused] = useState<string | null>(null);
  const { mutate, busy } = useMutationAction(startDocument, { saves: false, leaves: () => leaving.current });
  if (!available) return null;
  const start = async () => {
    setRefused(null);
    const begin = () => ({ pageSecret: session.beginSignIn() });
    const answer = await mutate({ input: { email: email.trim() } }, begin).catch(() => undefined);
    const { url, refusal } = answer?.startSingleSignOn ?? {};
    if (refusal) setRefused(refusal.message);
    // Never a script.
    if (!url || !/^https?:/i.test(url)) return;
    storeSignInSearch(search);
    browserPage.goTo(url);
  };
  return (
    <div className={classes.below}>
      <Button variant="default" fullWidth loading={busy} onClick={() => void start()}>
        Continue with single sign-on
      </Button>
      {refused && (
        <Text c="red" size="sm" role="alert">
          {refused}
        </Text>
      )}
    </div>
  );
}
