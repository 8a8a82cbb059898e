import type { FastifyReply, FastifyRequest } from 'fastify';
import { type GraphQLSchema, Kind } from 'graphql';
import { setBounded } from '../base/set-bounded.ts';
import type { Context } from '../core/context.ts';
import { isRecord, recordOf } from '../product-api/shape.ts';
import { isWithinCallBudget } from './call-budget.ts';
import type { Execute, ValidatedOperation } from './compiled-operation.ts';
import type { ResultCache } from './result-cache.ts';

type CachedQuery = Pick<ValidatedOperation, 'document' | 'operation' | 'operationName' | 'queryHash'> & {
  /** Results of the call budget by variables as JSON. */
  budgetResults: Map<string, boolean>;
};

const maxQueries = 300;
const maxVariables = 100;
const maxVariablesLength = 500;
const maxQueryLength = 16 * 1024;
const types = ['application/graphql-response+json', 'application/json'] as const;

/** Queries that Apollo has validated before. */
export interface OperationCache {
  /** Executes an operation that Apollo has validated. */
  executor: Execute<ValidatedOperation>;
  /** Answers a query; null for one that Apollo has to check. */
  answer(request: FastifyRequest, reply: FastifyReply, context: Context): Promise<string | Buffer | null>;
}

/** Skips parsing and validation for a query that Apollo has accepted before. Anything unusual goes to Apollo with the same context, so that no call is repeated: errors, unknown variables, other content types, anything but a query by POST. */
export function createOperationCache(
  { schema, maxObjectCalls }: { schema: GraphQLSchema; maxObjectCalls: number },
  execute: Execute,
  results: ResultCache,
): OperationCache {
  const queries = new Map<string, CachedQuery>();
  const checkBudget = isWithinCallBudget(maxObjectCalls, schema);

  const isCacheable = ({ source, document, operation }: ValidatedOperation): boolean =>
    source.length <= maxQueryLength &&
    operation?.operation === 'query' &&
    document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION).length === 1;

  const isWithinBudget = (
    { document, operation, budgetResults }: CachedQuery,
    variables: Readonly<Record<string, unknown>>,
  ) => {
    const given = JSON.stringify(variables);
    const isAllowed = budgetResults.get(given) ?? checkBudget(document, operation, variables);
    if (given.length <= maxVariablesLength) setBounded(budgetResults, given, isAllowed, maxVariables);
    return isAllowed;
  };

  return {
    executor(validated) {
      const { source, document, operation, operationName, queryHash } = validated;
      if (isCacheable(validated) && !queries.has(source))
        setBounded(
          queries,
          source,
          { document, operation, operationName, queryHash, budgetResults: new Map() },
          maxQueries,
        );
      return execute(validated);
    },

    async answer({ method, body, headers }, reply, context) {
      const { query: text, variables: given, operationName } = recordOf(body);
      const query = method === 'POST' && typeof text === 'string' ? queries.get(text) : undefined;
      const type = types.find((one) => headers.accept?.includes(one));
      if (query === undefined || type === undefined || context.onboardingToken !== null) return null;
      if ((operationName ?? query.operationName) !== query.operationName) return null;
      const variables = given ?? {};
      if (!isRecord(variables) || !isWithinBudget(query, variables)) return null;
      const result = await execute({
        ...query,
        request: { variables, operationName: query.operationName ?? undefined },
        context,
      });
      if (result.errors) return null;
      reply.type(`${type}; charset=utf-8`);
      return context.cachedResponse.bytes ?? results.serialise(result);
    },
  };
}
