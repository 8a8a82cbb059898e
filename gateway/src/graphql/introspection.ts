import { BREAK, type DocumentNode, visit } from 'graphql';
import { failure } from '../base/errors.ts';
import type { Audience } from '../base/setting-list.ts';
import { readCaller } from '../core/caller.ts';
import type { OperationCheck } from '../core/validated-operation.ts';

const known = new WeakMap<DocumentNode, boolean>();

function readsSchema(document: DocumentNode): boolean {
  let found = known.get(document) ?? false;
  if (known.has(document)) return found;
  visit(document, {
    Field({ name }) {
      if (name.value !== '__schema' && name.value !== '__type') return undefined;
      found = true;
      return BREAK;
    },
  });
  known.set(document, found);
  return found;
}

/** UNAUTHENTICATED for reading the schema without a session or with an unknown key. */
export const requireSignedInForSchema =
  (audience: Audience): OperationCheck =>
  async ({ document, context: { api } }) => {
    if (audience !== 'signed-in' || !readsSchema(document)) return;
    if (api.key === null)
      throw failure('UNAUTHENTICATED', 'Sign in or send an API key to read the schema.', { responseStatus: 401 });
    await readCaller(api);
  };
