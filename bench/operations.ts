import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './servers.ts';

const manifest = (): [hash: string, text: string][] =>
  Object.entries(
    JSON.parse(readFileSync(join(root, 'web/src/gql/persisted-documents.json'), 'utf8')) as Record<string, string>,
  );

function find(operationName: string): [hash: string, text: string] {
  const isNamed = new RegExp(`\\b(?:query|mutation) ${operationName}\\b`);
  const entry = manifest().find(([, text]) => isNamed.test(text));
  if (!entry) throw new Error(`The console has no operation ${operationName}`);
  return entry;
}

/** Request body of a console operation by its hash, as the console sends it. */
export function operationNamed(operationName: string, variables: object): object {
  const [sha256Hash] = find(operationName);
  return { operationName, variables, extensions: { persistedQuery: { version: 1, sha256Hash } } };
}

/** Like `operationNamed`, with the text of the operation, for a server that does not know the console's operations. */
export function operationWithText(operationName: string, variables: object): object {
  const [, text] = find(operationName);
  return { operationName, variables, query: text.replaceAll(' @unmask', '') };
}

/** Variables of every list: the first page. */
export const firstPages = {
  activeFilter: { status: 'ACTIVE' },
  inactiveFilter: { status: 'INACTIVE' },
  activeFirst: 25,
  inactiveFirst: 25,
  disabledFirst: 25,
  externalFirst: 25,
  acceptedFirst: 25,
  requestFirst: 25,
  endedFirst: 25,
};
