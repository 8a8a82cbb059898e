import { verbatimTextProblem } from '@console/contract/fields/text-rules';
import { ScimError } from './scim-error.ts';

/** Longer filters are rejected unread. */
const maxLength = 2_000;
const maxTerms = 10;

/** `attribute eq value`, as it was sent. */
export interface FilterTerm {
  attribute: string;
  value: string | boolean;
}

export interface Comparison extends FilterTerm {
  operator: (typeof operators)[number];
}

const operators = ['eq', 'gt', 'ge', 'lt', 'le'] as const;

export const invalidFilter = (detail: string) => new ScimError(400, detail, 'invalidFilter');

const invalid = () => invalidFilter('The filter is not valid.');
const unsupported = (operator: string) => invalidFilter(`The operator ${operator} is not supported.`);

const attributeName = /\s*([A-Za-z][\w$.:-]*(?:\[[^\]]*\])?(?:\.[\w$-]+)?)/y;
const operatorName = /\s+([A-Za-z]+)/y;
/** Allows a UUID without quotes, as Microsoft Entra ID sends those of a user and their manager. */
const literal = /\s+("(?:[^"\\]|\\.)*"|[A-Za-z]+|[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12})(?=[\s)]|$)/y;
const opening = /\s*(\()/y;
const closing = /\s*(\))/y;
const conjunction = /\s+(and)\b/iy;
const disjunction = /\s+(or)\b/iy;
const end = /(\s*)$/y;

/** Alternatives of a filter, each with comparisons that must all match. Anything else is rejected (RFC 7644, section 3.4.2.2). */
export function parseFilter(text: string): Comparison[][] {
  if (text.length > maxLength) throw invalidFilter(`A filter must have at most ${maxLength} characters.`);
  let at = 0;
  let comparisons = 0;
  let brackets = 0;
  const read = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found?.[1];
  };
  const readFactor = (): Comparison[][] => {
    if (read(opening) === undefined) {
      comparisons += 1;
      if (comparisons > maxTerms) throw invalidFilter(`A filter must have at most ${maxTerms} comparisons.`);
      return [[readComparison(read)]];
    }
    brackets += 1;
    if (brackets > maxTerms) throw invalidFilter(`A filter must have at most ${maxTerms} pairs of brackets.`);
    const inner = readAlternatives();
    if (read(closing) === undefined) throw invalid();
    return inner;
  };
  const readAll = (): Comparison[][] => {
    let all = readFactor();
    while (read(conjunction) !== undefined) {
      const next = readFactor();
      all = all.flatMap((one) => next.map((other) => [...one, ...other]));
    }
    return all;
  };
  const readAlternatives = (): Comparison[][] => {
    const all = readAll();
    while (read(disjunction) !== undefined) all.push(...readAll());
    return all;
  };
  const parsed = readAlternatives();
  if (read(end) === undefined) throw invalidFilter('Comparisons can only be joined by and, or and brackets.');
  return parsed;
}

function readComparison(read: (pattern: RegExp) => string | undefined): Comparison {
  const attribute = read(attributeName);
  if (attribute?.toLowerCase() === 'not') throw unsupported('not');
  const name = attribute && read(operatorName);
  if (!attribute || !name) throw invalid();
  const operator = operators.find((one) => one === name.toLowerCase());
  if (!operator) throw unsupported(name);
  return { attribute, operator, value: readLiteral(read(literal)) };
}

/** Terms of a path's filter, which compares with `eq` and joins with `and`. */
export function parseTerms(text: string): FilterTerm[] {
  const [terms = [], ...others] = parseFilter(text);
  const other = terms.find(({ operator }) => operator !== 'eq');
  if (other) throw unsupported(other.operator);
  if (others.length > 0) throw unsupported('or');
  return terms.map(({ attribute, value }) => ({ attribute, value }));
}

function readLiteral(text: string | undefined): string | boolean {
  const isQuoted = text?.startsWith('"');
  if (text?.includes('-') && !isQuoted) return text;
  try {
    const value: unknown = JSON.parse((isQuoted ? text : text?.toLowerCase()) ?? '');
    if (typeof value === 'boolean') return value;
    if (typeof value === 'string' && !verbatimTextProblem(value)) return value;
  } catch {
    // Rejected below.
  }
  throw invalidFilter('A filter must compare with a string, true or false.');
}
