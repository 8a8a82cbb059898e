import { Anchor, Button, Text } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { loadClient } from '../apollo/loadClient.ts';
import { useSession } from '../apollo/SessionProvider.tsx';
import { graphql } from '../gql/gql.ts';
import type { SingleSignOnMode } from '../gql/graphql.ts';
import classes from './SingleSignOnButton.module.css';
import { useStartSingleSignOn } from './useStartSingleSignOn.ts';

const availableDocument = graphql(`query SingleSignOn_Available($email: String!) { singleSignOn(email: $email) }`);

const typingPauseMs = 300;

/** The domain of a whole email. */
const domainOf = (email: string): string => /@([^\s@]+\.[^\s@.]{2,})$/.exec(email.trim())?.[1]?.toLowerCase() ?? '';

/** What single sign-on is for the email's domain; of the email only this is sent. */
function useMode(email: string): SingleSignOnMode {
  const session = useSession();
  const domain = domainOf(email);
  const [known, setKnown] = useState<{ domain: string; mode: SingleSignOnMode }>({ domain: '', mode: 'OFF' });
  useEffect(
    function askForDomain() {
      if (domain === '') return undefined;
      let isCurrent = true;
      const ask = async () => {
        const client = await loadClient(session);
        const { data } = await client.query({ query: availableDocument, variables: { email: `@${domain}` } });
        if (isCurrent) setKnown({ domain, mode: data?.singleSignOn ?? 'OFF' });
      };
      // Without a response there is no button. The password is always there.
      const timer = setTimeout(() => void ask().catch(() => undefined), typingPauseMs);
      return () => {
        isCurrent = false;
        clearTimeout(timer);
      };
    },
    [domain, session],
  );
  return domain !== '' && known.domain === domain ? known.mode : 'OFF';
}

export interface SingleSignOnButtonProps {
  email: string;
  /** Whether it is in place of the password, which the form hides for that. */
  isInstead: boolean;
  onRequired: (isRequired: boolean) => void;
  onBreakGlass: () => void;
}

/** Leads to the provider of the email's domain, where there is one. It takes no room, so that nothing moves when it appears: below the password, or over its room where only the provider signs in. */
export function SingleSignOnButton({ email, isInstead, onRequired, onBreakGlass }: SingleSignOnButtonProps) {
  const { search } = useLocation();
  const mode = useMode(email);
  const { start, busy, refused } = useStartSingleSignOn();
  const tell = useEffectEvent(onRequired);
  useEffect(
    function tellForm() {
      tell(mode === 'REQUIRED');
    },
    [mode],
  );
  if (mode === 'OFF') return null;
  return (
    <div className={isInstead ? classes.instead : classes.below}>
      {isInstead && <Text size="sm">Your organisation uses single sign-on.</Text>}
      <Button
        variant={isInstead ? 'filled' : 'default'}
        fullWidth
        loading={busy}
        onClick={() => void start(email, search)}
      >
        Continue with single sign-on
      </Button>
      {refused && (
        <Text c="red" size="sm" role="alert">
          {refused}
        </Text>
      )}
      {isInstead && (
        <Anchor component="button" type="button" size="sm" onClick={onBreakGlass}>
          Organisers and Administrators: use your password
        </Anchor>
      )}
    </div>
  );
}
