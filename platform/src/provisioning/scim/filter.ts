import { readBoolean } from './path.ts';
import { coreSchema, enterpriseSchema } from './schemas.ts';
import { type Comparison, invalidFilter, parseFilter } from './terms.ts';

export type UserCondition =
  | { field: 'id' | 'userName' | 'externalId' | 'email' | 'manager'; value: string }
  | { field: 'active'; value: boolean }
  | { field: 'lastModified'; operator: Comparison['operator']; value: Date };

/** Alternatives of a filter of /Users. A user must meet all conditions of one. An empty filter has none. */
export const parseUserFilter = (text: string): UserCondition[][] =>
  text.trim() === '' ? [[]] : parseFilter(text).map((all) => all.map(toCondition));

const fields = new Map<string, UserCondition['field']>([
  ['id', 'id'],
  ['username', 'userName'],
  ['externalid', 'externalId'],
  ['active', 'active'],
  ['emails', 'email'],
  ['emails.value', 'email'],
  ['manager', 'manager'],
  ['manager.value', 'manager'],
  ['meta.lastmodified', 'lastModified'],
]);
/** Attribute that Microsoft Entra ID compares if the email address is a matching attribute. */
const workEmail = /^emails\[\s*(type\s+eq\s+"work"|primary\s+eq\s+"?true"?)\s*\](\.value)?$/;
const prefixes = [coreSchema, enterpriseSchema].map((schema) => `${schema.toLowerCase()}:`);
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/i;

function toCondition({ attribute, operator, value }: Comparison): UserCondition {
  const lower = attribute.toLowerCase();
  const name = lower.slice(prefixes.find((prefix) => lower.startsWith(prefix))?.length ?? 0);
  const field = workEmail.test(name) ? 'email' : fields.get(name);
  if (field === 'lastModified') {
    const at = new Date(typeof value === 'string' && timestamp.test(value) ? value : Number.NaN);
    if (Number.isNaN(at.getTime())) throw invalidFilter('meta.lastModified must be compared with a date and time.');
    return { field, operator, value: at };
  }
  const active = readBoolean(value);
  if (operator === 'eq') {
    if (field === 'active' && active !== null) return { field, value: active };
    if (field !== undefined && field !== 'active' && typeof value === 'string')
      return { field, value: field === 'externalId' ? value : value.trim() };
  }
  throw invalidFilter(
    `The filter ${attribute.replace(/\[.*\]/s, '[…]')} ${operator} is not supported. Users can be filtered by id, userName, externalId, emails.value, manager and active with eq, and by meta.lastModified.`,
  );
}
