import { FormData } from 'undici';
import type { TransportRequest } from './transport.ts';

export interface SentFile {
  name: string;
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export function formOf(body: object | undefined, files: Readonly<Record<string, SentFile>>): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(body ?? {})) if (value != null) form.append(key, String(value));
  for (const [key, { bytes, type, name }] of Object.entries(files)) form.append(key, new Blob([bytes], { type }), name);
  return form;
}

/**
 * Lists become repeated keys; undefined and null are left out. An unpaired surrogate becomes U+FFFD, so that its id is unknown like any wrong one.
 */
export function queryOf(query: object | undefined): TransportRequest['query'] {
  if (query === undefined) return undefined;
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(
    given.map(([key, value]) => [key, Array.isArray(value) ? value.map(wireText) : wireText(value)]),
  );
}

const wireText = (value: unknown): string => String(value).toWellFormed();
