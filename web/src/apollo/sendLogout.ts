import { print } from 'graphql';
import { graphql } from '../gql/gql.ts';
import { graphqlPath } from './graphqlPath.ts';
import { requestHeaders } from './requestHeaders.ts';

const document = graphql(`mutation SignOutItem_Logout { logout { viewer { user { id } } } }`);

/**
 * Ends the session with the given secret at the gateway. It does not use the Apollo client, which may belong to the next session by then; `keepalive` sends it
 * even when the tab is closed. A failure is ignored: the gateway ends such a session when it next receives its cookie.
 */
export const sendLogout = async (secret: string, send: typeof fetch = fetch): Promise<void> => {
  await send(graphqlPath, {
    method: 'POST',
    keepalive: true,
    credentials: 'same-origin',
    headers: { ...requestHeaders(secret), 'content-type': 'application/json' },
    body: JSON.stringify({ operationName: 'SignOutItem_Logout', query: print(document) }),
  }).catch(() => undefined);
};
