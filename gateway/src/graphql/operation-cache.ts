import type { FastifyReply, FastifyRequest } from 'fastify';
import { type GraphQLSchema, Kind } from 'graphql';
import { keepRecent } from '../base/set-bounded.ts';
import type { Context } from '../core/context.ts';
import { isRecord, recordOf } from '../product-api/shape.ts';
import { isAffordable } from './call-budget.ts';
import type { Asked, Execute } from './compiled-operation.ts';
import type { KeptResults } from './result-cache.ts';

type Query = Pick<Asked, 'document' | 'operation' | 'operationName' | 'queryHash'> & {
  /** Variables with which it was looked at before, as JSON, and whether it may make the calls that it could make. */
  affordable: Map<string, boolean>;
};

const mostKept = 300;
const mostVariables = 100;
const longestVariables = 500;
const longest = 16 * 1024;
const types = ['application/graphql-response+json', 'application/json'] as const;

/** Queries that Apollo has accepted before. */
export interface KnownQueries {
  /** Runs an operation for Apollo, which is done with checking it. */
  executor: Execute<Asked>;
  /** Answers a query; null for what Apollo has to look at. */
  answer(request: FastifyRequest, reply: FastifyReply, context: Context): Promise<string | Buffer | null>;
}

/**
 * A text that Apollo has parsed and found valid once is the same the next time: only what came with it is looked at. Whatever is not as usual goes to
 * Apollo, with the same context, so that no call is made twice: faults, odd variables, other types of answer, everything but queries by POST.
 */
export function knownQueries(
  { schema, maxObjectCalls }: { schema: GraphQLSchema; maxObjectCalls: number },
  execute: Execute,
  results: KeptResults,
): KnownQueries {
  const known = new Map<string, Query>();
  const affords = isAffordable(maxObjectCalls, schema);

  const isUsual = ({ source, document, operation }: Asked): boolean =>
    source.length <= longest &&
    operation?.operation === 'query' &&
    document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION).length === 1;

  const mayRun = ({ document, operation, affordable }: Query, variables: Readonly<Record<string, unknown>>) => {
    const given = JSON.stringify(variables);
    const may = affordable.get(given) ?? affords(document, operation, variables);
    if (given.length <= longestVariables) keepRecent(affordable, given, may, mostVariables);
    return may;
  };

  return {
    executor(asked) {
      const { source, document, operation, operationName, queryHash } = asked;
      if (isUsual(asked) && !known.has(source))
        keepRecent(known, source, { document, operation, operationName, queryHash, affordable: new Map() }, mostKept);
      return execute(asked);
    },

    async answer({ method, body, headers }, reply, context) {
      const { query: text, variables: given, operationName } = recordOf(body);
      const query = method === 'POST' && typeof text === 'string' ? known.get(text) : undefined;
      const type = types.find((one) => headers.accept?.includes(one));
      if (query === undefined || type === undefined || context.onboardingToken !== null) return null;
      if ((operationName ?? query.operationName) !== query.operationName) return null;
      const variables = given ?? {};
      if (!isRecord(variables) || !mayRun(query, variables)) return null;
      const result = await execute({
        ...query,
        request: { variables, operationName: query.operationName ?? undefined },
        context,
      });
      if (result.errors) return null;
      reply.type(`${type}; charset=utf-8`);
      return context.answer.bytes ?? results.write(result);
    },
  };
}
