import { mutationNames } from '@console/contract/mutations';
import { mutationOperation } from './mutation-operations.ts';
import type { ReadyOperation } from './ready-operation.ts';
import { screenOperations } from './screen-operations.ts';

/** An example for each mutation and each screen of the console. */
export const readyOperations: readonly ReadyOperation[] = [
  ...mutationNames.map(mutationOperation),
  ...screenOperations,
];
