import type { DocumentNode } from 'graphql';

/** Longer documents are parsed anew each time. */
const maxCachedLength = 16 * 1024;
/** Measured: what a token takes with its nodes, and what it adds to a compiled operation. */
const bytesPerToken = 400;

/** Whether a document may be stored, by the length of its text in UTF-16 units. */
export const isCacheable = ({ loc }: DocumentNode): boolean => (loc?.source.body.length ?? Infinity) <= maxCachedLength;

/** The bytes that a parsed document takes: its text, which its nodes refer to, and its tokens. */
export function documentBytes({ loc }: DocumentNode): number {
  let tokens = 0;
  for (let token = loc?.startToken ?? null; token; token = token.next) tokens += 1;
  return 2 * (loc?.source.body.length ?? 0) + tokens * bytesPerToken;
}
