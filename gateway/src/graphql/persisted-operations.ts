import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { probeOperations } from '@console/contract/probe-operations';
import { StartError } from '@console/server-base/settings';
import type { FastifyRequest } from 'fastify';
import { type ASTNode, Kind, parse, print, visit } from 'graphql';
import { failure } from '../base/errors.ts';
import type { GatewaySettings } from '../base/settings.ts';
import { isRecord, recordOf } from '../product-api/shape.ts';

/** Texts of the console's operations by SHA-256, from the web build. */
export const operationManifestFile = 'operations.json';
const unknownHash = 'PersistedQueryNotFound';
const refusal = 'Only operations of the console are accepted.';
const typename = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } } as const;

/** Text of the console's client: with `__typename`, without the client's own directives. */
const textAsSent = (text: string): string =>
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

async function readManifest(webDir: string | undefined): Promise<Record<string, string>> {
  if (webDir === undefined) return {};
  return JSON.parse(await readFile(join(webDir, operationManifestFile), 'utf8').catch(() => '{}')) as Record<
    string,
    string
  >;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

export const unnamedOperation = 'unnamed';

interface PersistedOperations {
  /** Replaces a persisted operation's hash by its text. `OPERATIONS=registered` rejects every other request. */
  replaceHash(request: FastifyRequest): void;
  /** Name of the operation; callers choose other names, so they are not returned. */
  nameOf(request: FastifyRequest): string;
}

export async function readPersistedOperations(
  { operations }: GatewaySettings,
  webDir: string | undefined,
): Promise<PersistedOperations> {
  const manifest = Object.entries(await readManifest(webDir));
  const ofProbe = Object.values(probeOperations).map((text) => [sha256(text), text] as const);
  const texts = new Map([...manifest, ...ofProbe].map(([hash, text]) => [hash, textAsSent(text)]));
  const isRestricted = operations === 'registered';
  if (isRestricted && manifest.length === 0)
    throw new StartError('OPERATIONS is registered, but the console has not been built. Build it first.');

  const names = new Map([...texts.values()].map((text) => [text, /\b(?:query|mutation) (\w+)/.exec(text)?.[1]]));
  const replaceHash = ({ body }: FastifyRequest) => {
    const { extensions, query } = recordOf(body);
    const { persistedQuery, ...others } = recordOf(extensions);
    const text = isRecord(persistedQuery) ? texts.get(String(persistedQuery.sha256Hash)) : undefined;
    if (text !== undefined) Object.assign(body as object, { query: text, extensions: others });
    else if (isRestricted && query !== undefined) throw failure('FORBIDDEN', refusal, { responseStatus: 403 });
    else if (isRecord(persistedQuery)) {
      if (query === undefined) throw failure('INVALID', unknownHash, { responseStatus: 200 });
      Object.assign(body as object, { extensions: others });
    } else if (isRestricted) throw failure('FORBIDDEN', refusal, { responseStatus: 403 });
  };
  return { replaceHash, nameOf: ({ body }) => names.get(String(recordOf(body).query)) ?? unnamedOperation };
}
