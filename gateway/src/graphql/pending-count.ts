import { BREAK, type DocumentNode, OperationTypeNode, visit } from 'graphql';
import type { OperationCheck } from '../core/validated-operation.ts';

const field = 'pendingItemCount';

/** Documents are cached, so each is looked through once. */
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

/**
 * Has the call that reads the caller count what is pending, if a query selects it: it costs no call of its own. It is decided before the first field, because
 * whichever reads the caller first reads them for all.
 */
export const requestPendingCount: OperationCheck = ({ document, operation, context }) => {
  const isQuery = operation?.operation === OperationTypeNode.QUERY;
  context.api.countsPending = isQuery && context.services.capabilities.has('extensions') && selectsCount(document);
};
