import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { addressToken } from '../apollo/addressTokens.ts';
import { useClientSource } from '../apollo/ClientSourceProvider.tsx';
import { useSignedIn } from '../apollo/SessionProvider.tsx';
import { usePageTitle } from '../ui/usePageTitle.ts';
import { Adoption } from './Adoption.tsx';
import type { Inactive } from './InactiveWindow.tsx';
import { LeadOn } from './LeadOn.tsx';
import { SignIn } from './SignIn.tsx';

const emailIn = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string' ? state.email : '';

/** Signing in ends here in one way: as soon as there is a session, whoever made it, the page leads on. A session that a module handed on comes first. */
export function Component() {
  const signedIn = useSignedIn();
  const { state } = useLocation();
  const [adopting, setAdopting] = useState(() => addressToken('sessionToken') !== null);
  const [refused, setRefused] = useState<Inactive | null>(null);
  const source = useClientSource();
  usePageTitle('Sign in');
  useEffect(
    function prepareWhatSendsTheForm() {
      source.prepare();
    },
    [source],
  );
  if (adopting)
    return (
      <Adoption
        onDone={(inactive) => {
          setRefused(inactive);
          setAdopting(false);
        }}
      />
    );
  if (signedIn) return <LeadOn />;
  return <SignIn firstEmail={emailIn(state)} refused={refused} />;
}
