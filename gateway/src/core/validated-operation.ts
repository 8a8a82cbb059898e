import type { DocumentNode, ExecutionResult, GraphQLError, OperationDefinitionNode } from 'graphql';
import type { Context } from './context.ts';

export interface ValidatedOperation {
  document: DocumentNode;
  /** Undefined if the document has none of the requested name. */
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

/** Throws if an operation must not run. */
export type OperationCheck = (operation: ValidatedOperation) => void | Promise<void>;

export type ErrorListener = (errors: readonly GraphQLError[], operation: ValidatedOperation) => Promise<void>;
