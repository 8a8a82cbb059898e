import type { ApolloServerOptionsWithGateway } from '@apollo/server';
import { execute, GraphQLError, type GraphQLSchema } from 'graphql';
import type { Context } from '../core/context.ts';
import type { ErrorListener, Execute, OperationCheck } from '../core/validated-operation.ts';

/** Limit for a document or its variables. */
export const maxValidationErrors = 5;

/** After fifty errors of variables graphql-js adds one about their number, which Apollo would not treat as a request error. */
export const createExecutor =
  (schema: GraphQLSchema): Execute =>
  async ({ document, request, context }) => {
    const { variables, operationName } = request;
    const result = await execute({ schema, document, contextValue: context, variableValues: variables, operationName });
    return result.data === undefined ? { errors: result.errors?.slice(0, maxValidationErrors) } : result;
  };

/** Steps of every operation after its validation, in order. */
interface PipelineSteps {
  checks: readonly OperationCheck[];
  execute: Execute;
  onErrors: ErrorListener;
}

export const createPipeline =
  ({ checks, execute, onErrors }: PipelineSteps): Execute =>
  async (operation) => {
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

type ApolloGateway = ApolloServerOptionsWithGateway<Context>['gateway'];

/** Apollo gateway form of the schema, so that Apollo Server executes with `execute`. */
export const createApolloGateway = (schema: GraphQLSchema, execute: Execute): ApolloGateway => ({
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
