import { readFileSync } from 'node:fs';
import { StartError } from '@console/contract/settings';
import type { FastifyRequest } from 'fastify';
import { type ASTNode, Kind, parse, print, visit } from 'graphql';
import { failure } from '../base/errors.ts';
import type { GatewaySettings } from '../base/settings.ts';
import { isRecord, recordOf } from '../product-api/shape.ts';

/** Written by the code generator from the console's own documents: their texts by SHA-256. */
const manifest = new URL('../../../web/src/gql/persisted-documents.json', import.meta.url);
/** What clients that send hashes take for "send the text as well". */
const unknownHash = 'PersistedQueryNotFound';
const refusal = 'Only the operations of the console are accepted';
const typename = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } } as const;

/** A document as the console's client sends it: with the names of types, without the client's own directives. */
const sentAs = (text: string): string =>
  print(
    visit(parse(text), {
      Directive: ({ name }) => (name.value === 'unmask' ? null : undefined),
      SelectionSet(set, _key, parent) {
        const within = parent as ASTNode;
        const named = set.selections.some((node) => node.kind === Kind.FIELD && node.name.value === '__typename');
        if (named || within.kind === Kind.OPERATION_DEFINITION) return undefined;
        return { ...set, selections: [...set.selections, typename] };
      },
    }),
  );

function readManifest(): Record<string, string> {
  try {
    return JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, string>;
  } catch {
    return {};
  }
}

/** Puts the text of a registered operation where its hash stands, before anything looks at the request. With `OPERATIONS=registered` no other gets further. */
export function registeredOperations({ operations }: GatewaySettings): (request: FastifyRequest) => void {
  const texts = new Map(Object.entries(readManifest()).map(([hash, text]) => [hash, sentAs(text)]));
  const closed = operations === 'registered';
  if (closed && texts.size === 0) throw new StartError('OPERATIONS is registered, and the console has not been built.');

  return ({ body }) => {
    const { extensions, query } = recordOf(body);
    const { persistedQuery, ...others } = recordOf(extensions);
    const text = isRecord(persistedQuery) ? texts.get(String(persistedQuery.sha256Hash)) : undefined;
    if (text !== undefined) Object.assign(body as object, { query: text, extensions: others });
    else if (closed && query !== undefined) throw failure('FORBIDDEN', refusal, { answerStatus: 403 });
    else if (isRecord(persistedQuery)) {
      if (query === undefined) throw failure('INVALID', unknownHash, { answerStatus: 200 });
      Object.assign(body as object, { extensions: others });
    } else if (closed) throw failure('FORBIDDEN', refusal, { answerStatus: 403 });
  };
}
