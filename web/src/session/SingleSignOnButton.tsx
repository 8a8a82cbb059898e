import { Button, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { loadClient } from '../apollo/loadClient.ts';
import { useSession } from '../apollo/SessionProvider.tsx';
import { graphql } from '../gql/gql.ts';
import classes from './SingleSignOnButton.module.css';
import { useStartSingleSignOn } from './useStartSingleSignOn.ts';

const availableDocument = graphql(`query SingleSignOn_Available($email: String!) { singleSignOn(email: $email) }`);

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
  const { search } = useLocation();
  const available = useAvailable(email);
  const { start, busy, refused } = useStartSingleSignOn();
  if (!available) return null;
  return (
    <div className={classes.below}>
      <Button variant="default" fullWidth loading={busy} onClick={() => void start(email, search)}>
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
