import { type DocumentNode, print } from 'graphql';
import { graphql } from '../gql/gql.ts';
import { graphqlPath } from './graphqlPath.ts';
import { requestHeaders } from './requestHeaders.ts';

const document = graphql(`mutation SignOutItem_Logout { logout { viewer { user { id } } } }`);

const providerDocument = graphql(`
  mutation SignOutItem_LogoutAtProvider($input: LogoutInput) { logout(input: $input) { providerUrl } }
`);

/** Ends a session without the Apollo client, which may belong to the next one; `keepalive` survives a closed tab. Failures are ignored: the gateway ends the session at its next cookie. */
export const sendLogout = async (secret: string): Promise<void> => {
  await post(secret, { operationName: 'SignOutItem_Logout', document });
};

/** Like `sendLogout`; returns the URL to sign out at the identity provider, null if impossible. */
export async function sendLogoutAtProvider(secret: string): Promise<string | null> {
  const answer = await post(secret, {
    operationName: 'SignOutItem_LogoutAtProvider',
    document: providerDocument,
    variables: { input: { atProvider: true } },
  });
  const body = await answer?.json().catch(() => null);
  return body?.data?.logout?.providerUrl ?? null;
}

const post = (
  secret: string,
  { document: sent, ...rest }: { operationName: string; document: DocumentNode; variables?: object },
): Promise<Response | undefined> =>
  fetch(graphqlPath, {
    method: 'POST',
    keepalive: true,
    credentials: 'same-origin',
    headers: { ...requestHeaders(secret), 'content-type': 'application/json' },
    body: JSON.stringify({ ...rest, query: print(sent) }),
  }).catch(() => undefined);
