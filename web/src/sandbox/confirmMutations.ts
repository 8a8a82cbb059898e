import type { Fetcher, FetcherParams } from '@graphiql/toolkit';
import { GraphQLError, getOperationAST, parse } from 'graphql';

function isMutation({ query, operationName }: FetcherParams): boolean {
  try {
    return getOperationAST(parse(query), operationName)?.operation === 'mutation';
  } catch {
    // The gateway refuses a document that cannot be parsed.
    return false;
  }
}

/** Asks before the first mutation; one that is not confirmed is not sent, and the next one asks again. */
export function confirmMutations(fetcher: Fetcher, confirm: () => Promise<boolean>): Fetcher {
  let confirmed = false;
  return async (params, options) => {
    if (!confirmed && isMutation(params)) {
      confirmed = await confirm();
      if (!confirmed) return { errors: [new GraphQLError('You cancelled the mutation. Nothing was sent.')] };
    }
    return fetcher(params, options);
  };
}
