import type { FastifyReply, FastifyRequest } from 'fastify';
import { Kind } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Context } from '../core/context.ts';
import type { ValidatedOperation } from '../core/validated-operation.ts';
import { isRecord, recordOf } from '../product-api/shape.ts';
import { answerExtensions } from './answer-extensions.ts';
import type { Execute } from './compiled-operation.ts';
import { documentBytes, isCacheable } from './document-size.ts';

type CachedQuery = Pick<ValidatedOperation, 'document' | 'operation' | 'operationName' | 'queryHash'>;

const maxBytes = 32 * 1024 * 1024;

/** Queries that Apollo Server has parsed and validated before, by their text. They pass the same pipeline without it; Apollo writes every answer with errors and serves every unusual request. */
export class OperationCache {
  readonly #queries = new LRUCache<string, CachedQuery>({
    max: 300,
    maxSize: maxBytes,
    sizeCalculation: ({ document }) => documentBytes(document),
  });
  /** Apollo's choice of a content type by `accept`. */
  readonly #types = new LRUCache<string, string>({ max: 50 });
  readonly #execute: Execute;

  constructor(execute: Execute) {
    this.#execute = execute;
  }

  store({ source, document, operation, operationName, queryHash }: ValidatedOperation & { source: string }): void {
    const isAlone = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION).length === 1;
    if (isCacheable(document) && operation?.operation === 'query' && isAlone)
      this.#queries.set(source, { document, operation, operationName, queryHash });
  }

  /** Stores the content type of a successful answer by Apollo. */
  storeType({ accept = '' }: { accept?: string | undefined }, type: string): void {
    this.#types.set(accept, type);
  }

  /** Answers a query; null when Apollo has to answer. */
  async answer(
    { method, body, headers }: FastifyRequest,
    reply: FastifyReply,
    context: Context,
  ): Promise<string | null> {
    const { query: text, variables: given, operationName, extensions } = recordOf(body);
    // Apollo refuses forms without a header that only a page of ours can set.
    const isJson = method === 'POST' && headers['content-type']?.startsWith('application/json');
    const query = isJson && typeof text === 'string' ? this.#queries.get(text) : undefined;
    const type = this.#types.get(headers.accept ?? '');
    if (query === undefined || type === undefined) return null;
    if ((operationName ?? query.operationName) !== query.operationName) return null;
    const variables = given ?? {};
    if (!isRecord(variables) || !isRecord(extensions ?? {}) || recordOf(extensions).persistedQuery) return null;
    const request = { variables, operationName: query.operationName ?? undefined };
    const result = await this.#execute({ ...query, request, context }).catch(() => null);
    if (result === null || result.errors) return null;
    reply.type(type);
    return serialise({ ...result, extensions: answerExtensions(context) });
  }
}

export const serialise = (result: object): string => `${JSON.stringify(result)}\n`;
