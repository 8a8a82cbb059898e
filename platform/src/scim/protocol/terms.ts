import { verbatimTextProblem } from '@console/contract/text-rules';
import { ScimError } from './scim-error.ts';

/** Longer filters are refused unread. */
const maxLength = 2_000;
const maxTerms = 10;

/** `attribute eq value`, as it was sent. */
export interface FilterTerm {
  attribute: string;
  value: string | boolean;
}

/** 400 with scimType `invalidFilter`. */
export const invalidFilter = (detail: string) => new ScimError(400, detail, 'invalidFilter');

const attributeName = /\s*([A-Za-z][\w$.:-]*(?:\[[^\]]*\])?(?:\.[\w$-]+)?)/y;
const operator = /\s+([A-Za-z]+)/y;
const literal = /\s+("(?:[^"\\]|\\.)*"|[A-Za-z]+)(?=\s|$)/y;
const conjunction = /\s+(\w+)/y;

/** The terms of a filter that compares with `eq` and joins with `and`; all others are refused (RFC 7644, section 3.4.2.2). */
export function parseTerms(text: string): FilterTerm[] {
  if (text.length > maxLength) throw invalidFilter(`A filter must have at most ${maxLength} characters.`);
  let at = 0;
  const read = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found?.[1];
  };
  const terms: FilterTerm[] = [];
  for (;;) {
    const attribute = read(attributeName);
    const comparison = attribute && read(operator);
    if (!attribute || !comparison) throw invalidFilter('The filter is not valid.');
    if (comparison.toLowerCase() !== 'eq') throw invalidFilter(`The operator ${comparison} is not supported. Use eq.`);
    terms.push({ attribute, value: readLiteral(read(literal)) });
    if (terms.length > maxTerms) throw invalidFilter(`A filter must have at most ${maxTerms} comparisons.`);
    if (text.slice(at).trim() === '') return terms;
    const joined = read(conjunction);
    if (joined?.toLowerCase() !== 'and') throw invalidFilter('Comparisons can only be joined by and.');
  }
}

function readLiteral(text: string | undefined): string | boolean {
  if (text === undefined) throw invalidFilter('The filter is not valid.');
  try {
    const value: unknown = JSON.parse(text.startsWith('"') ? text : text.toLowerCase());
    if (typeof value === 'boolean') return value;
    if (typeof value === 'string' && !verbatimTextProblem(value)) return value;
  } catch {
    // Refused below.
  }
  throw invalidFilter('A filter must compare with a string, true or false.');
}
