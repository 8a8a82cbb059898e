import { useApolloClient } from '@apollo/client/react';
import { settingsConfirmationSeconds } from '@console/contract/rules';
import { type ReactNode, useRef, useState } from 'react';
import { loadChunk } from '../../feedback/loadChunk.ts';
import type { ConfirmationMethod } from '../../gql/graphql.ts';
import { type Confirmation, ConfirmationContext, type OtherWay } from './confirmation.ts';

const loadConfirmations = () => loadChunk(() => import('./confirmations.ts'));
const windowFeatures = 'popup,width=560,height=720';
const notLoaded = 'Part of the console failed to load. Try again.';

/** Lets the dialogs of the shell know how the viewer confirms an action. The code of the methods is loaded with the first dialog. */
export function ConfirmationProvider({ children }: { children: ReactNode }) {
  const client = useApolloClient();
  const [ways, setWays] = useState<readonly ConfirmationMethod[] | null>(null);
  const held = useRef<{ page: string; until: number } | null>(null);
  const load = async () => setWays(await (await loadConfirmations()).readConfirmationMethods(client));
  const confirm = async (way: OtherWay, signal: AbortSignal) => {
    // Called before any await, because a browser opens windows only during a press.
    const opened = way === 'SINGLE_SIGN_ON' ? window.open('', '_blank', windowFeatures) : null;
    const part = await loadConfirmations().catch(() => null);
    if (part)
      return way === 'PASSKEY'
        ? part.confirmWithPasskey(client, signal)
        : part.confirmAtProvider(client, opened, signal);
    opened?.close();
    return notLoaded;
  };
  // Until there is a response, the dialog offers the password, or the previous methods.
  const value: Confirmation = {
    ways,
    load: () => void load().catch(() => undefined),
    confirm,
    isHeld: (page) => held.current?.page === page && Date.now() < held.current.until,
    hold: (page) => {
      // A product API that knows passwords only asks each time.
      if (ways) held.current = { page, until: Date.now() + settingsConfirmationSeconds * 1_000 };
    },
  };
  return <ConfirmationContext value={value}>{children}</ConfirmationContext>;
}
