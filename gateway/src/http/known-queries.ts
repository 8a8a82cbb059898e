import type { FastifyReply, FastifyRequest } from 'fastify';
import { type DocumentNode, type GraphQLSchema, getOperationAST, type OperationDefinitionNode, parse } from 'graphql';
import type { Context } from '../context.ts';
import { namesOneIn } from '../limits/call-budget.ts';
import { isRecord, recordOf } from '../product-api/shape.ts';
import type { Execute } from './compiled.ts';
import type { KeptResults } from './kept-results.ts';

interface Query {
  document: DocumentNode;
  operation: OperationDefinitionNode;
}

const types = ['application/graphql-response+json', 'application/json'] as const;

/** Answers a query of the console that came by its hash; null for what Apollo has to look at. */
export type AnswerKnown = (
  hash: string,
  request: FastifyRequest,
  reply: FastifyReply,
  context: Context,
) => Promise<string | Buffer | null>;

/**
 * The queries among the registered operations were checked when they were registered: nothing about their text is left to find out at each request. Whatever
 * is not as usual goes to Apollo, with the same context, so that no call is made twice: faults, odd variables, other types of answer.
 */
export function knownQueries(schema: GraphQLSchema, execute: Execute, results: KeptResults): AnswerKnown {
  const known = new Map<string, Query | null>();
  const needsBudget = namesOneIn(schema);

  const queryOf = (text: string): Query | null => {
    const document = parse(text);
    const operation = getOperationAST(document);
    return operation?.operation === 'query' && !needsBudget(document) ? { document, operation } : null;
  };

  return async (hash, { body, headers }, reply, context) => {
    const { query: text, variables, operationName } = recordOf(body);
    const query = known.get(hash) ?? queryOf(String(text));
    known.set(hash, query);
    const type = types.find((one) => headers.accept?.includes(one));
    const name = query?.operation.name?.value;
    if (query === null || name === undefined || type === undefined || context.onboardingToken !== null) return null;
    if ((operationName ?? name) !== name || !(variables == null || isRecord(variables))) return null;
    const request = { variables: variables ?? {}, operationName: name };
    const result = await execute({ ...query, operationName: name, queryHash: hash, request, context });
    if (result.errors) return null;
    reply.type(`${type}; charset=utf-8`);
    return context.answer.bytes ?? results.write(result);
  };
}
