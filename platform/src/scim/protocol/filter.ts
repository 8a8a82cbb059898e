import { readBoolean } from './path.ts';
import { coreSchema } from './schemas.ts';
import { type FilterTerm, invalidFilter, parseTerms } from './terms.ts';

/** A condition of a list of users. */
export type UserCondition =
  | { field: 'userName' | 'externalId' | 'email'; value: string }
  | { field: 'active'; value: boolean };

/** The conditions of a filter of /Users. */
export const parseUserFilter = (text: string): UserCondition[] => parseTerms(text).map(toCondition);

const fields = new Map<string, UserCondition['field']>([
  ['username', 'userName'],
  ['externalid', 'externalId'],
  ['active', 'active'],
  ['emails', 'email'],
  ['emails.value', 'email'],
]);
/** Microsoft Entra ID compares this if the email address is a matching attribute. */
const workEmail = /^emails\[\s*(type\s+eq\s+"work"|primary\s+eq\s+"?true"?)\s*\](\.value)?$/;

function toCondition({ attribute, value }: FilterTerm): UserCondition {
  const lower = attribute.toLowerCase();
  const prefix = `${coreSchema.toLowerCase()}:`;
  const name = lower.startsWith(prefix) ? lower.slice(prefix.length) : lower;
  const field = workEmail.test(name) ? 'email' : fields.get(name);
  const active = readBoolean(value);
  if (field === 'active' && active !== null) return { field, value: active };
  if (field !== undefined && field !== 'active' && typeof value === 'string') return { field, value };
  throw invalidFilter(
    'Users can be filtered by userName, externalId, emails.value and active, compared with eq and joined by and.',
  );
}
