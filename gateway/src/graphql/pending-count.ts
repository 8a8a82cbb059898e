import { BREAK, type DocumentNode, OperationTypeNode, visit } from 'graphql';
import type { OperationCheck } from '../core/validated-operation.ts';

const field = 'pendingItemCount';

/** Memoised, because documents are cached. */
const memo = new WeakMap<DocumentNode, boolean>();

function selectsCount(document: DocumentNode): boolean {
  const known = memo.get(document);
  if (known !== undefined) return known;
  let selects = false;
  visit(document, {
    Field({ name }) {
      if (name.value !== field) return undefined;
      selects = true;
      return BREAK;
    },
  });
  memo.set(document, selects);
  return selects;
}

/** Counts pending items with the call that reads the caller, if selected. Decided before the first field, as any can read the caller first. */
export const requestPendingCount: OperationCheck = ({ document, operation, context }) => {
  const isQuery = operation?.operation === OperationTypeNode.QUERY;
  context.api.countsPending = isQuery && context.services.capabilities.has('extensions') && selectsCount(document);
};
