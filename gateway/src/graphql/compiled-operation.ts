import { BREAK, type DocumentNode, type ExecutionResult, execute, type GraphQLSchema, visit } from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';
import type { ValidatedOperation } from '../core/validated-operation.ts';
import { documentBytes, isCacheable } from './document-size.ts';

export type Execute = (operation: ValidatedOperation) => Promise<ExecutionResult>;
type CompiledRun = CompiledQuery['query'];

/** The same limit as for validation errors. */
export const maxValidationErrors = 5;
const maxBytes = 32 * 1024 * 1024;
interface CompiledEntry {
  executions: number;
  /** Of the document, to which the compiled function refers. */
  bytes: number;
  run: CompiledRun | null;
}

/** Runs operations as compiled functions, which are much faster for lists. Compiling costs more than one execution, so a document is interpreted `compileAfter` times first. */
export function createExecutor(schema: GraphQLSchema, compileAfter: number): Execute {
  /** By document and operation. */
  const entries = new LRUCache<string, CompiledEntry>({
    max: 300,
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes,
  });

  return async ({ document, operation, operationName, queryHash, request, context }) => {
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
    if (!operation || !isCacheable(document)) return interpret();
    const key = `${queryHash} ${operationName}`;
    const entry = entries.get(key) ?? { executions: 0, bytes: documentBytes(document), run: null };
    if (entry.executions === 0) entries.set(key, entry);
    entry.executions += 1;
    if (entry.executions <= compileAfter) return interpret();
    if (entry.executions === compileAfter + 1 && !namesPrototype(document)) {
      const compiled = context.services.shares.timeParsing(context.sender, (end) => {
        const compiled = compileQuery(schema, document, operationName ?? undefined);
        end();
        return compiled;
      });
      if (isCompiledQuery(compiled)) entry.run = compiled.query;
    }
    if (entry.run === null) return interpret();
    const result = await entry.run(undefined, context, variables);
    // Invalid variables: nothing has run yet, and graphql-js provides the messages.
    return result.data === undefined ? interpret() : result;
  };
}

/** Limits the errors of invalid variables: after fifty graphql-js adds one about their number, which Apollo would not treat as a request error. */
const withFewErrors = (result: ExecutionResult): ExecutionResult =>
  result.data === undefined ? { errors: result.errors?.slice(0, maxValidationErrors) } : result;

/** Whether a document contains the name `__proto__`, which in a compiled result would set the prototype instead of a field. */
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
