import { useApolloClient } from '@apollo/client/react';
import { type ReactNode, useState } from 'react';
import { graphql } from '../../gql/gql.ts';
import type { ConfirmationWay } from '../../gql/graphql.ts';
import { ConfirmationContext } from './confirmation.ts';
import { usePasskeyConfirmation } from './usePasskeyConfirmation.ts';

const waysQuery = graphql(`query Confirmation_Ways { viewer { confirmationWays } }`);

/** Lets the dialogs of the shell know how the viewer confirms an act. */
export function ConfirmationProvider({ children }: { children: ReactNode }) {
  const client = useApolloClient();
  const [ways, setWays] = useState<readonly ConfirmationWay[] | null>(null);
  const confirmWithPasskey = usePasskeyConfirmation();
  const load = async () => {
    const { data } = await client.query({ query: waysQuery, fetchPolicy: 'network-only' });
    setWays(data?.viewer?.confirmationWays ?? null);
  };
  const value = {
    ways,
    // Without an answer the password is asked for, or what was asked for before.
    load: () => void load().catch(() => undefined),
    confirm: (_way: Exclude<ConfirmationWay, 'PASSWORD'>, signal: AbortSignal) => confirmWithPasskey(signal),
  };
  return <ConfirmationContext value={value}>{children}</ConfirmationContext>;
}
