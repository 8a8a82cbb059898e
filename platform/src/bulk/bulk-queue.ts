import type { Services } from '../core/access/services.ts';
import { createRowQueue, type RowQueue } from '../core/database/row-queue.ts';
import { runBulkAction } from './run-bulk-action.ts';

export const createBulkQueue = (services: Services, onError: (error: unknown) => void): RowQueue =>
  createRowQueue(services.db, {
    name: 'bulk_act',
    work: (id, signal) => runBulkAction(services, id, signal, onError),
    onError,
  });
