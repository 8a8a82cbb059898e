import type { ApolloCache } from '@apollo/client';

/** Puts a new passkey in front of the viewer's own. */
export const prependPasskey = (cache: ApolloCache, id: string): void => {
  cache.modify({
    id: cache.identify({ __typename: 'Viewer' }),
    fields: {
      passkeys: (passkeys, { toReference }) => {
        const added = toReference({ __typename: 'Passkey', id });
        return Array.isArray(passkeys) && added ? [added, ...passkeys] : passkeys;
      },
    },
  });
};
