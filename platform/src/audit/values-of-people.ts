import { personFieldNames } from '@console/contract/fields/person-fields';
import { isEmail } from '@console/contract/fields/user-rules';
import type { Row } from '../core/database/schema.ts';
import type { EventValue } from './event-hash.ts';

type AuditRow = Row<'audit_entry'>;

/** Texts of events about a person that say what happened, of no person. */
const plainFields: ReadonlySet<string> = new Set([
  ...['action', 'by', 'with', 'what', 'act', 'kind', 'status', 'mailed', 'operator'],
  ...['role', 'module', 'modules', 'scopes', 'purpose', 'prefix'],
]);

const ownFields: ReadonlySet<string> = new Set(personFieldNames.filter((name) => name !== 'role'));

/** A person to erase from events. */
export interface ErasedPerson extends Omit<NonNullable<Row<'erased_user'>['pending']>, 'rows'> {
  id: number;
  rows: ReadonlySet<string>;
  /** All hashes under which refusals have their email addresses. */
  emailHashes: ReadonlySet<string>;
}

/** An event, and whether it is about a key of a person. */
export type ReadEvent = Pick<
  AuditRow,
  'ent_usr_id' | 'target_type' | 'target_id' | 'subject_org_id' | 'code' | 'email_hash'
> & { is_personal_key?: boolean };

/** The addresses in a text, each as a whole word; of an address the whole one. The text is split, because a search for a pattern takes time with the square of its length. */
const addressesIn = (text: string): string[] =>
  isEmail(text)
    ? [text.toLowerCase()]
    : text
        .toLowerCase()
        .split(/[\s"<>()[\]{},;:|\\]+/)
        .filter((word) => word.includes('@'))
        .flatMap((word) => [word, word.replace(/^'+|(?<!['.!?])['.!?]+$/g, '')]);

/**
 * What is erased from events for people: from those of the person the IP address and the hash of the email, from those about the person or a row of theirs also the texts, and from all others
 * texts with an email address of theirs. Ids stay.
 */
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

/** The reason of a refusal is a code; any other is a text that a person wrote. */
const isPlain = (field: string, { code }: ReadEvent): boolean =>
  !ownFields.has(field) && (plainFields.has(field) || field.endsWith('_at') || (field === 'reason' && code !== null));
