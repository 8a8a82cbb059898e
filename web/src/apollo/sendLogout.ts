import { print } from 'graphql';
import { graphql } from '../gql/gql.ts';
import { graphqlPath } from './graphqlPath.ts';
import { requestHeaders } from './requestHeaders.ts';

const document = graphql(`
  mutation SignOutItem_Logout {
    logout {
      viewer {
        user {
          id
        }
      }
    }
  }
`);

/**
 * Tells the gateway that the session with the given secret is over. Outside the Apollo client, which holds the next session by then; `keepalive` lets it
 * leave even when the tab is closed. That it fails is no one's concern: the gateway ends such a session when it next sees its cookie.
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
