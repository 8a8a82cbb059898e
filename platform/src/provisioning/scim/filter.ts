import { readBoolean } from './path.ts';
import { coreSchema, enterpriseSchema } from './schemas.ts';
import { type Comparison, type Filter, invalidFilter, parseFilter } from './terms.ts';

type TextField = 'id' | 'userName' | 'externalId' | 'email' | 'manager';
export type PartOperator = 'co' | 'sw' | 'ew';

export type UserCondition =
  | { field: TextField; operator: 'eq' | PartOperator; value: string }
  | { field: 'active'; operator: 'eq'; value: boolean }
  | { field: 'lastModified'; operator: 'eq' | 'gt' | 'ge' | 'lt' | 'le'; value: Date }
  | { field: TextField | 'active' | 'lastModified'; operator: 'pr' };

export type UserFilter = Filter<UserCondition>;

/** Parses a filter of /Users. All users match an empty one. */
export const parseUserFilter = (text: string): UserFilter =>
  text.trim() === '' ? { and: [] } : parseFilter(text, toFilter);

const fields = new Map<string, UserCondition['field']>([
  ['id', 'id'],
  ['username', 'userName'],
  ['externalid', 'externalId'],
  ['active', 'active'],
  ['emails', 'email'],
  ['emails.value', 'email'],
  ['emails[value]', 'email'],
  ['manager', 'manager'],
  ['manager.value', 'manager'],
  ['meta.lastmodified', 'lastModified'],
]);
const prefixes = [coreSchema, enterpriseSchema].map((schema) => `${schema.toLowerCase()}:`);
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/i;

function toFilter(comparison: Comparison): UserFilter {
  const { attribute, operator, value } = comparison;
  const lower = attribute.toLowerCase();
  const name = lower.slice(prefixes.find((prefix) => lower.startsWith(prefix))?.length ?? 0);
  if (name === 'emails[type]' || name === 'emails[primary]') {
    const isMain = name === 'emails[type]' ? String(value).toLowerCase() === 'work' : readBoolean(value) === true;
    if (operator === 'eq' && isMain) return { field: 'email', operator: 'pr' };
    throw invalidFilter('In emails[…], type can only be compared by eq "work", and primary by eq true.');
  }
  const field = fields.get(name);
  const condition = field && toCondition(field, operator === 'ne' ? 'eq' : operator, value);
  if (condition) return operator === 'ne' ? { not: condition } : condition;
  throw invalidFilter(
    `The filter ${attribute} ${operator} is not supported. Users can be filtered by id, userName, externalId, emails.value, manager, active and meta.lastModified. The operators co, sw and ew compare strings only, and gt, ge, lt and le compare meta.lastModified only.`,
  );
}

function toCondition(
  field: UserCondition['field'],
  operator: Exclude<Comparison['operator'], 'ne'>,
  value: Comparison['value'],
): UserCondition | null {
  if (operator === 'pr') return { field, operator };
  const isPart = operator === 'co' || operator === 'sw' || operator === 'ew';
  if (field === 'lastModified') {
    if (isPart) return null;
    const at = new Date(typeof value === 'string' && timestamp.test(value) ? value : Number.NaN);
    if (Number.isNaN(at.getTime())) throw invalidFilter('meta.lastModified must be compared with a date and time.');
    return { field, operator, value: at };
  }
  if (field === 'active') {
    const active = readBoolean(value);
    return operator === 'eq' && active !== null ? { field, operator, value: active } : null;
  }
  if (typeof value !== 'string' || (operator !== 'eq' && !isPart)) return null;
  return { field, operator, value: isPart || field === 'externalId' ? value : value.trim() };
}
