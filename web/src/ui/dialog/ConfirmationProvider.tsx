import { useApolloClient } from '@apollo/client/react';
import { type ReactNode, useState } from 'react';
import { graphql } from '../../gql/gql.ts';
import type { ConfirmationWay } from '../../gql/graphql.ts';
import { ConfirmationContext, type OtherWay } from './confirmation.ts';
import { usePasskeyConfirmation } from './usePasskeyConfirmation.ts';
import { useSingleSignOnConfirmation } from './useSingleSignOnConfirmation.ts';

const waysQuery = graphql(`query Confirmation_Ways { viewer { confirmationWays } }`);

/** Lets the dialogs of the shell know how the viewer confirms an act. */
export function ConfirmationProvider({ children }: { children: ReactNode }) {
  const client = useApolloClient();
  const [ways, setWays] = useState<readonly ConfirmationWay[] | null>(null);
  const confirms = { PASSKEY: usePasskeyConfirmation(), SINGLE_SIGN_ON: useSingleSignOnConfirmation() };
  const load = async () => {
    const { data } = await client.query({ query: waysQuery, fetchPolicy: 'network-only' });
    setWays(data?.viewer?.confirmationWays ?? null);
  };
  const value = {
    ways,
    // Without an answer the password is asked for, or what was asked for before.
    load: () => void load().catch(() => undefined),
    confirm: (way: OtherWay, signal: AbortSignal) => confirms[way](signal),
  };
  return <ConfirmationContext value={value}>{children}</ConfirmationContext>;
}
