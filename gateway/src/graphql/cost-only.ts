import { failure } from '../base/errors.ts';
import type { Context } from '../core/context.ts';
import type { OperationCheck } from '../core/validated-operation.ts';

export const isCostOnly = ({ costOnly }: Context): boolean => costOnly === '1';

/** Rejects other values, because their sender may not want the operation to run. */
export const checkCostOnly: OperationCheck = ({ context }) => {
  if (context.costOnly !== undefined && !isCostOnly(context))
    throw failure('INVALID', 'x-cost-only must be 1.', { responseStatus: 400 });
};
