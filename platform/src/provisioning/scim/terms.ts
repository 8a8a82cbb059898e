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

/** The attribute of a comparison in a value path is the list with the compared attribute in brackets: `emails[type]`. */
export interface Comparison extends FilterTerm {
  operator: (typeof operators)[number];
}

export type Filter<Condition> =
  | Condition
  | { and: Filter<Condition>[] }
  | { or: Filter<Condition>[] }
  | { not: Filter<Condition> };

const operators = ['eq', 'ne', 'co', 'sw', 'ew', 'pr', 'gt', 'ge', 'lt', 'le'] as const;

export const invalidFilter = (detail: string) => new ScimError(400, detail, 'invalidFilter');

const invalid = () => invalidFilter('The filter is not valid.');
const unsupported = (operator: string) => invalidFilter(`The operator ${operator} is not supported.`);

const attributeName = /\s*([A-Za-z][\w$.:-]*)/y;
const subAttributeName = /(\.[\w$-]+)/y;
const operatorName = /\s+(?!(?:and|or)\b)([A-Za-z]+)/iy;
/** Allows a UUID without quotes, as Microsoft Entra ID sends those of a user and their manager. */
const literal = /\s+("(?:[^"\\]|\\.)*"|[A-Za-z]+|[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12})(?=[\s)\]]|$)/y;
const opening = /\s*(\()/y;
const closing = /\s*(\))/y;
const listOpening = /(\[)/y;
const listClosing = /\s*(\])/y;
const negation = /\s*(not)\b/iy;
const conjunction = /\s+(and)\b/iy;
const disjunction = /\s+(or)\b/iy;
const end = /(\s*)$/y;

/** Parses a filter, and replaces each comparison. Anything else is rejected (RFC 7644, section 3.4.2.2). */
export function parseFilter<Condition>(
  text: string,
  toCondition: (comparison: Comparison) => Filter<Condition>,
): Filter<Condition> {
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
  const count = (): void => {
    comparisons += 1;
    if (comparisons > maxTerms) throw invalidFilter(`A filter must have at most ${maxTerms} comparisons.`);
  };
  const readAttribute = (): string => {
    const attribute = read(attributeName);
    if (attribute === undefined) throw invalid();
    return attribute;
  };
  const readComparison = (attribute: string, name = read(operatorName)): Filter<Condition> => {
    if (name === undefined) throw invalid();
    const operator = operators.find((one) => one === name.toLowerCase());
    if (!operator) throw unsupported(name);
    return toCondition({ attribute, operator, value: operator === 'pr' ? '' : readLiteral(read(literal)) });
  };
  const readValuePath = (list: string): Filter<Condition> => {
    const all: Filter<Condition>[] = [];
    do {
      count();
      all.push(readComparison(`${list}[${readAttribute()}]`));
    } while (read(conjunction) !== undefined);
    if (read(listClosing) === undefined)
      throw invalidFilter('Comparisons in square brackets can only be joined by and.');
    const sub = read(subAttributeName) ?? '';
    const name = read(operatorName);
    if (sub !== '' || name !== undefined) all.push(readComparison(`${list}${sub}`, name));
    return { and: all };
  };
  const readFactor = (): Filter<Condition> => {
    const isNegated = read(negation) !== undefined;
    if (read(opening) === undefined) {
      if (isNegated) throw invalidFilter('The operator not must be followed by brackets.');
      const attribute = readAttribute();
      if (read(listOpening) !== undefined) return readValuePath(attribute);
      count();
      return readComparison(attribute);
    }
    brackets += 1;
    if (brackets > maxTerms) throw invalidFilter(`A filter must have at most ${maxTerms} pairs of brackets.`);
    const inner = readAlternatives();
    if (read(closing) === undefined) throw invalid();
    return isNegated ? { not: inner } : inner;
  };
  const readAll = (): Filter<Condition> => {
    const first = readFactor();
    const all = [first];
    while (read(conjunction) !== undefined) all.push(readFactor());
    return all.length === 1 ? first : { and: all };
  };
  const readAlternatives = (): Filter<Condition> => {
    const first = readAll();
    const alternatives = [first];
    while (read(disjunction) !== undefined) alternatives.push(readAll());
    return alternatives.length === 1 ? first : { or: alternatives };
  };
  const parsed = readAlternatives();
  if (read(end) === undefined) throw invalidFilter('Comparisons can only be joined by and, or and brackets.');
  return parsed;
}

/** Terms of a path's filter, which compares with `eq` and joins with `and`. */
export function parseTerms(text: string): FilterTerm[] {
  const parsed = parseFilter<FilterTerm>(text, ({ operator, ...term }) => {
    if (operator !== 'eq') throw unsupported(operator);
    return term;
  });
  return termsOf(parsed);
}

function termsOf(filter: Filter<FilterTerm>): FilterTerm[] {
  if ('and' in filter) return filter.and.flatMap(termsOf);
  if ('or' in filter) throw unsupported('or');
  if ('not' in filter) throw unsupported('not');
  return [filter];
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
