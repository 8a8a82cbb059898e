import type { ApolloCache } from '@apollo/client';

/** Adds a new webhook at the end of its organisation's list. */
export const addWebhook = (cache: ApolloCache, organisationId: string, webhookId: string): void => {
  cache.modify({
    id: cache.identify({ __typename: 'Organisation', id: organisationId }),
    fields: {
      webhooks: (webhooks, { toReference }) => {
        const added = toReference({ __typename: 'Webhook', id: webhookId });
        return Array.isArray(webhooks) && added ? [...webhooks, added] : webhooks;
      },
    },
  });
};

/** Removes a deleted webhook; lists leave out missing ones. */
export const removeWebhook = (cache: ApolloCache, webhookId: string): void => {
  cache.evict({ id: cache.identify({ __typename: 'Webhook', id: webhookId }) });
};
