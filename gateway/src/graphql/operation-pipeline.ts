import type { ApolloServerOptionsWithGateway } from '@apollo/server';
import { type ExecutionResult, GraphQLError, type GraphQLSchema } from 'graphql';
import type { Context } from '../core/context.ts';
import type { ErrorListener, OperationCheck, ValidatedOperation } from '../core/validated-operation.ts';
import type { Execute } from './compiled-operation.ts';

/** What every operation passes after its validation, in this order. */
interface PipelineSteps {
  checks: readonly OperationCheck[];
  execute: Execute;
  onErrors: ErrorListener;
}

/** Checks and executes an operation, once in a request: Apollo Server gets the same outcome when it writes the errors of an operation that has already run. */
export function createPipeline({ checks, execute, onErrors }: PipelineSteps): Execute {
  const run = async (operation: ValidatedOperation): Promise<ExecutionResult> => {
    try {
      for (const check of checks) await check(operation);
    } catch (refusal) {
      if (refusal instanceof GraphQLError) await onErrors([refusal], operation);
      throw refusal;
    }
    const result = await execute(operation);
    if (result.errors) await onErrors(result.errors, operation);
    return result;
  };
  return (operation) => {
    operation.context.outcome ??= run(operation);
    return operation.context.outcome;
  };
}

type ApolloGateway = ApolloServerOptionsWithGateway<Context>['gateway'];

/** The schema in the form of an Apollo gateway, so that Apollo Server executes operations with `execute`. */
export const createApolloGateway = (
  schema: GraphQLSchema,
  execute: (operation: ValidatedOperation & { source: string }) => Promise<ExecutionResult>,
): ApolloGateway => ({
  load: async () => ({
    executor: (validated) => {
      const context = validated.context as Context;
      context.endParsing();
      return execute({ ...validated, context });
    },
  }),
  onSchemaLoadOrUpdate(listener) {
    listener({ apiSchema: schema, coreSupergraphSdl: '' });
    return () => undefined;
  },
  stop: async () => undefined,
});
