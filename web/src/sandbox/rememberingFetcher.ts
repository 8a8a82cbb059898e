import type { Fetcher } from '@graphiql/toolkit';
import { rememberOperation } from './operationHistory.ts';

/** Adds each operation to the history when it is sent, without that of the schema. */
export const rememberingFetcher =
  (fetcher: Fetcher): Fetcher =>
  (params, options) => {
    if (params.operationName !== 'IntrospectionQuery') rememberOperation(params.query);
    return fetcher(params, options);
  };
