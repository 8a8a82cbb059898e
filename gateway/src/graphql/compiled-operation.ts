import type { ApolloServerOptionsWithGateway } from '@apollo/server';
import {
  BREAK,
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLSchema,
  OperationTypeNode,
  visit,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { keepRecent } from '../base/set-bounded.ts';
import type { Context } from '../core/context.ts';
import type { KeptResults } from './result-cache.ts';

type Gateway = ApolloServerOptionsWithGateway<Context>['gateway'];
type Executor = NonNullable<Awaited<ReturnType<Gateway['load']>>['executor']>;
/** What Apollo says of an operation that it has checked. */
export type Asked = Parameters<Executor>[0];
type Needed = Pick<Asked, 'document' | 'operation' | 'operationName' | 'queryHash' | 'context'> & {
  request: Pick<Asked['request'], 'variables' | 'operationName'>;
};
/** Runs an operation for a request. */
export type Execute<A extends Needed = Needed> = (asked: A) => ReturnType<Executor>;
type Run = CompiledQuery['query'];

const mostKept = 300;
/** As many as of a document that is not valid. */
export const mostErrors = 5;
interface Kept {
  asked: number;
  run: Run | null;
}

/**
 * Runs operations as compiled functions, which lists need a fraction of the time for. Compiling costs more than running once, so the first `compileAfter`
 * times a document is interpreted.
 */
export function executorOf(schema: GraphQLSchema, compileAfter: number, results: KeptResults): Execute {
  /** By document and operation; the one used last at the end. */
  const kept = new Map<string, Kept>();

  const run: Execute = async ({ document, operation, operationName, queryHash, request, context }) => {
    const { variables = {} } = request;
    const interpret = async () =>
      withFewErrors(
        await execute({
          schema,
          document,
          contextValue: context,
          variableValues: variables,
          operationName: request.operationName,
        }),
      );
    if (!operation) return interpret();
    const key = `${queryHash} ${operationName}`;
    const entry = keepRecent(kept, key, kept.get(key) ?? { asked: 0, run: null }, mostKept);
    entry.asked += 1;
    if (entry.asked <= compileAfter) return interpret();
    if (entry.asked === compileAfter + 1 && !namesPrototype(document)) {
      const compiled = compileQuery(schema, document, operationName ?? undefined);
      if (isCompiledQuery(compiled)) entry.run = compiled.query;
    }
    if (entry.run === null) return interpret();
    const result = await entry.run(undefined, context, variables);
    // Variables that do not fit: nothing has run yet, and graphql-js words it.
    return result.data === undefined ? interpret() : result;
  };

  return async (asked) => {
    const { operation, operationName, queryHash, request } = asked;
    if (operation?.operation !== OperationTypeNode.QUERY) return run(asked);
    const context = asked.context as Context;
    const what = `${queryHash} ${operationName} ${JSON.stringify(request.variables)}`;
    if (await results.repeat(context, what)) return { data: {} };
    context.readsAlone = true;
    const result = await run(asked);
    results.keep(context, what, result);
    return result;
  };
}

/** Of variables that do not fit only the first errors: after fifty graphql-js adds one about their number, which is no error of the request to Apollo. */
const withFewErrors = (result: ExecutionResult): ExecutionResult =>
  result.data === undefined ? { errors: result.errors?.slice(0, mostErrors) } : result;

/** Whether a document names anything `__proto__`: assigned to a compiled result, it would be the result's prototype and no field of it. */
function namesPrototype(document: DocumentNode): boolean {
  let found = false;
  visit(document, {
    Name({ value }) {
      found = value === '__proto__';
      return found ? BREAK : undefined;
    },
  });
  return found;
}

/** The schema as Apollo Server takes it from a gateway, whose executor it then calls. Everything before and after is Apollo's. */
export const compiled = (schema: GraphQLSchema, executor: Execute<Asked>): Gateway => ({
  load: async () => ({ executor }),
  onSchemaLoadOrUpdate(listener) {
    listener({ apiSchema: schema, coreSupergraphSdl: '' });
    return () => undefined;
  },
  stop: async () => undefined,
});
