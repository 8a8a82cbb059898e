import { ApolloClient, ApolloLink } from '@apollo/client';
import { HttpLink } from '@apollo/client/link/http';
import UploadHttpLink from 'apollo-upload-client/UploadHttpLink.mjs';
import { loadChunk } from '../feedback/loadChunk.ts';
import { outageMonitor } from '../feedback/outage.ts';
import type { BrowserSession } from './BrowserSession.ts';
import { createCache } from './cache.ts';
import { graphqlPath } from './graphqlPath.ts';
import { createOutageLink, retryReads } from './outageLink.ts';
import { createPersistedQueryLink } from './persistedQueryLink.ts';
import type { ProgressOptions } from './sendWithProgress.ts';
import { noteServerTime } from './serverTime.ts';
import { createSessionLink } from './sessionLink.ts';

const containsFile = (value: unknown): boolean =>
  value instanceof Blob || (typeof value === 'object' && value !== null && Object.values(value).some(containsFile));

const uploadsFile = ({ variables }: ApolloLink.Operation): boolean => containsFile(variables);

/** `fetch`, or XMLHttpRequest for requests that report upload progress. */
const sendFromBrowser: typeof fetch = async (address, options: ProgressOptions = {}) => {
  if (!options.onSent) return fetch(address, options);
  const { sendWithProgress } = await loadChunk(() => import('./sendWithProgress.ts'));
  return sendWithProgress(String(address), options);
};

const createClient = (session: BrowserSession, send: typeof fetch): ApolloClient => {
  const http = { uri: graphqlPath, credentials: 'same-origin', fetch: noteServerTime(send) } as const;
  const client = new ApolloClient({
    cache: createCache(),
    dataMasking: true,
    link: ApolloLink.from([
      createOutageLink(session, outageMonitor),
      createSessionLink(session),
      createPersistedQueryLink(),
      ApolloLink.split(uploadsFile, new UploadHttpLink(http), new HttpLink(http)),
    ]),
    defaultOptions: {
      watchQuery: { errorPolicy: 'all' },
      query: { errorPolicy: 'all' },
      mutate: { errorPolicy: 'all' },
    },
  });
  outageMonitor.onRetry(() => retryReads(client, session));
  session.onClear(() => void client.clearStore());
  return client;
};

/** The one client of a session, created on the first call. */
export const clientForSession = (session: BrowserSession, send: typeof fetch = sendFromBrowser): ApolloClient => {
  session.client ??= createClient(session, send);
  return session.client;
};
