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
    name: 'memoised costs',
    decision: '0015-hand-written.md',
    change: { file: 'gateway/src/graphql/call-budget.ts', line: 'if (known) return known;', without: '' },
  },
] as const satisfies readonly SpecialPath[];
export type PathName = (typeof specialPaths)[number]['name'];
