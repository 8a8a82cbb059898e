import { createHash } from 'node:crypto';
import { type DocumentNode, Kind, type SelectionSetNode } from 'graphql';
import { Upload } from 'graphql-upload-minimal';
import { hashText } from '../base/key-hash.ts';
import { readUploadOnce } from '../core/uploads/read-upload.ts';
import type { ValidatedOperation } from '../core/validated-operation.ts';
import { isRecord } from '../product-api/shape.ts';

/** The name of the first field at the root of an operation, which a mutation has one of. */
export function rootFieldName(document: DocumentNode, { selections: [first] }: SelectionSetNode): string | null {
  if (first === undefined) return null;
  if (first.kind === Kind.FIELD) return first.name.value;
  if (first.kind === Kind.INLINE_FRAGMENT) return rootFieldName(document, first.selectionSet);
  const fragment = document.definitions.find(
    (definition) => definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === first.name.value,
  );
  return fragment?.kind === Kind.FRAGMENT_DEFINITION ? rootFieldName(document, fragment.selectionSet) : null;
}

/** A hash of document and variables: independent of the order of fields, with the hash of each file, and without passwords, which are checked and not saved. */
export async function hashOperationInput({ queryHash, operationName, request }: ValidatedOperation): Promise<string> {
  return hashText(queryHash, operationName ?? '', JSON.stringify(await toHashable(request.variables ?? {})));
}

async function toHashable(value: unknown): Promise<unknown> {
  if (value instanceof Upload) return hashFile(value);
  if (Array.isArray(value)) return Promise.all(value.map(toHashable));
  if (!isRecord(value)) return value;
  const fields = Object.entries(value).filter(([name]) => name !== 'currentPassword');
  fields.sort(([one], [other]) => (one < other ? -1 : 1));
  return Promise.all(fields.map(async ([name, field]) => [name, await toHashable(field)]));
}

/** A file that did not come whole is refused by its resolver. */
async function hashFile({ promise }: Upload): Promise<unknown> {
  const file = await readUploadOnce(promise).catch(() => null);
  return file && { name: file.name, sha256: createHash('sha256').update(file.bytes).digest('hex') };
}
