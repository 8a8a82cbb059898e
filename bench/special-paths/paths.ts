/** A part of the gateway that only makes it faster, and how the bench starts a gateway without it. */
export interface SpecialPath {
  name: string;
  /** Its decision in docs/decisions. */
  decision: string;
  env?: Record<string, string>;
  /** A line of a file of the gateway, and the line that replaces it. */
  change?: { file: string; line: string; without: string };
}

export const specialPaths = [
  {
    name: 'answer cache',
    decision: '0007-operation-cache.md',
    env: { LIST_CACHE_MB: '0' },
  },
  {
    name: 'three quarters of the answer cache',
    decision: '0007-operation-cache.md',
    env: { LIST_CACHE_MB: '32' },
  },
  {
    name: 'memoised costs',
    decision: '0015-hand-written.md',
    change: { file: 'gateway/src/graphql/call-budget.ts', line: 'if (known) return known;', without: '' },
  },
  {
    name: 'memoised lists',
    decision: '0015-hand-written.md',
    change: {
      file: 'gateway/src/product-api/lists.ts',
      line: 'if (!values.has(key)) values.set(key, compute());',
      without: 'values.set(key, compute());',
    },
  },
] as const satisfies readonly SpecialPath[];
export type PathName = (typeof specialPaths)[number]['name'];
