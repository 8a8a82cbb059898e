import type { DocumentNode, ExecutionResult, GraphQLError, OperationDefinitionNode } from 'graphql';
import type { Context } from './context.ts';

/** An operation of a request, which Apollo Server has parsed and validated. */
export interface ValidatedOperation {
  document: DocumentNode;
  /** Undefined when the document has none of the requested name. */
  operation: OperationDefinitionNode | undefined;
  operationName: string | null;
  queryHash: string;
  request: {
    variables?: Readonly<Record<string, unknown>> | undefined;
    operationName?: string | undefined;
    http?: { method: string } | undefined;
  };
  context: Context;
}

export type Execute = (operation: ValidatedOperation) => Promise<ExecutionResult>;

/** Throws the error of an operation that must not run. */
export type OperationCheck = (operation: ValidatedOperation) => void | Promise<void>;

/** Receives the errors of an operation that failed or must not run. */
export type ErrorListener = (errors: readonly GraphQLError[], operation: ValidatedOperation) => Promise<void>;
