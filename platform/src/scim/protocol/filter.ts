import { findPath, readBoolean } from './path.ts';
import { type FilterTerm, invalidFilter, parseTerms } from './terms.ts';

/** A condition of a list of users. */
export type UserCondition =
  | { field: 'userName' | 'externalId' | 'email'; value: string }
  | { field: 'active'; value: boolean };

/** The conditions of a filter of /Users. */
export const parseUserFilter = (text: string): UserCondition[] => parseTerms(text).map(toCondition);

function toCondition({ attribute, value }: FilterTerm): UserCondition {
  const path = findPath(attribute);
  const name = path?.attribute.name;
  if (name === 'active' && path?.terms.length === 0) {
    const active = readBoolean(value);
    if (active !== null) return { field: 'active', value: active };
  }
  const isWhole = path?.sub === undefined && path?.terms.length === 0;
  if (typeof value === 'string') {
    if ((name === 'userName' || name === 'externalId') && isWhole) return { field: name, value };
    // Microsoft Entra ID compares emails[type eq "work"].value if the email address is a matching attribute.
    const isEmail = path?.sub === undefined || path.sub.name === 'value';
    if (name === 'emails' && isEmail && path.terms.every(isOfWork)) return { field: 'email', value };
  }
  throw invalidFilter(
    'Users can be filtered by userName, externalId, emails.value and active, compared with eq and joined by and.',
  );
}

function isOfWork({ attribute, value }: FilterTerm): boolean {
  const name = attribute.toLowerCase();
  return name === 'type' ? String(value).toLowerCase() === 'work' : name === 'primary' && readBoolean(value) === true;
}
