import { mutationNames } from '@console/contract/mutations';
import { mutationOperation } from './mutation-operations.ts';
import { screenOperations } from './screen-operations.ts';

export interface ReadyOperation {
  /** The field of a mutation, or the page of the operation's screen. */
  name: string;
  kind: 'mutation' | 'screen';
  document: string;
  variables: Record<string, unknown>;
  /** The name of the variable that is a file. */
  file?: string;
}

export const readyOperations: readonly ReadyOperation[] = [
  ...mutationNames.map(mutationOperation),
  ...screenOperations,
];
