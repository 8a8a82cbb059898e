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

/** The single sign-on mode of the email's domain. Only the domain is sent. */
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
      // A failure is ignored: the password field works without the response.
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
  /** Whether the button replaces the password field, which the form then hides. */
  isInstead: boolean;
  onRequired: (isRequired: boolean) => void;
  onBreakGlass: () => void;
}

/**
 * Leads to the provider of the email's domain, if there is one. The button does not move other content: it is below the password, or replaces it if
 * single sign-on is required.
 */
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
