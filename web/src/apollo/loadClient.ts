import type { ApolloClient } from '@apollo/client';
import { loadChunk } from '../feedback/loadChunk.ts';
import type { BrowserSession } from './BrowserSession.ts';

/** The client's script is a third of the console's, so the sign-in form is rendered before it is loaded. */
export const loadClient = async (session: BrowserSession): Promise<ApolloClient> =>
  session.client ?? (await loadChunk(() => import('./client.ts'))).clientForSession(session);
