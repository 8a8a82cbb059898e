import type { Execute } from '../core/validated-operation.ts';
import type { CostOf } from './call-budget.ts';
import { isCostOnly } from './cost-only.ts';
import { pointsOf } from './key-budget.ts';

export const responseCost =
  (costOf: CostOf, execute: Execute): Execute =>
  async (operation) => {
    const { context } = operation;
    if (!isCostOnly(context)) return execute(operation);
    context.operationCost = pointsOf(operation, costOf);
    return { data: null };
  };
