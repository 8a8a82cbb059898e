import { personFieldNames } from '@console/contract/fields/person-fields';
import { isEmail } from '@console/contract/fields/user-rules';
import type { Row } from '../core/database/schema.ts';
import type { EventValue } from './event-hash.ts';

type AuditRow = Row<'audit_entry'>;

/** Fields without personal data. */
const plainFields: ReadonlySet<string> = new Set([
  ...['action', 'by', 'with', 'what', 'act', 'kind', 'status', 'mailed', 'operator'],
  ...['role', 'module', 'modules', 'scopes', 'purpose', 'prefix'],
]);

const ownFields: ReadonlySet<string> = new Set(personFieldNames.filter((name) => name !== 'role'));

export interface ErasedPerson extends Omit<NonNullable<Row<'erased_user'>['pending']>, 'rows'> {
  id: number;
  rows: ReadonlySet<string>;
  /** All hashes of the person's email addresses, as refusals store them. */
  emailHashes: ReadonlySet<string>;
}

export type ReadEvent = Pick<
  AuditRow,
  'ent_usr_id' | 'target_type' | 'target_id' | 'subject_org_id' | 'code' | 'email_hash'
> & { is_personal_key?: boolean };

/** Email addresses in a text. The text is split first, because a pattern search takes quadratic time. */
const addressesIn = (text: string): string[] =>
  isEmail(text)
    ? [text.toLowerCase()]
    : text
        .toLowerCase()
        .split(/[\s"<>()[\]{},;:|\\]+/)
        .filter((word) => word.includes('@'))
        .flatMap((word) => [word, word.replace(/^'+|(?<!['.!?])['.!?]+$/g, '')]);

/** Personal values: IP addresses and email hashes of their own events, texts of events about them, elsewhere texts with their email. */
export function valuesOfPeople(people: readonly ErasedPerson[]): (value: EventValue, event: ReadEvent) => boolean {
  const byId = new Map(people.map((person) => [person.id, person]));
  const byRow = new Set(people.flatMap(({ rows }) => [...rows]));
  const byEmail = new Map(people.flatMap((person) => person.emails.map((email) => [email, person] as const)));
  const byHash = new Map(people.flatMap((person) => [...person.emailHashes].map((hash) => [hash, person] as const)));
  const isInScope = (person: ErasedPerson | undefined, { subject_org_id }: ReadEvent) =>
    person !== undefined && (person.organisationId === null || person.organisationId === subject_org_id);
  return ({ column, path, value }, event) => {
    const isActor = event.ent_usr_id !== null && byId.has(event.ent_usr_id);
    const isTarget = event.target_type === 'ent_usr' && byId.has(Number(event.target_id));
    if (column === 'client_address') return isActor || (isTarget && event.ent_usr_id === null);
    if (column === 'email_hash') return isActor || isTarget || isInScope(byHash.get(String(value)), event);
    if ((column !== 'before' && column !== 'after') || typeof value !== 'string') return false;
    const field = String(path[0]);
    const isAbout =
      isTarget || byRow.has(`${event.target_type} ${event.target_id}`) || (isActor && event.is_personal_key === true);
    if (isAbout && !isPlain(field, event)) return true;
    return addressesIn(value).some((address) => isInScope(byEmail.get(address), event));
  };
}

/** The reason of a refusal is a code; any other reason is free text. */
const isPlain = (field: string, { code }: ReadEvent): boolean =>
  !ownFields.has(field) && (plainFields.has(field) || field.endsWith('_at') || (field === 'reason' && code !== null));
