import { personFieldNames } from '@console/contract/person-fields';
import type { EventValue } from '../core/database/event-hash.ts';
import type { Row } from '../core/database/schema.ts';

/** Shorter texts are erased only where they are the whole value: others would have them by chance. */
const shortest = 4;

const ownFields: ReadonlySet<string> = new Set(
  personFieldNames.filter((name) => name !== 'role' && name !== 'dept_lead'),
);

/**
 * What `redactEvents` erases for a person: the address of what they did, hashes of their email, values that contain one of their texts (name, email,
 * mobile), and earlier values of their own fields. Ids stay.
 */
export function valuesOfPerson({
  userId,
  texts,
  emailHashes = [],
}: {
  userId: number;
  texts: readonly string[];
  emailHashes?: readonly string[];
}): (value: EventValue, event: Row<'audit_entry'>) => boolean {
  const folded = texts.map((text) => text.trim().toLowerCase()).filter((text) => text !== '');
  return ({ column, path, value }, event) => {
    const isTarget = event.target_type === 'ent_usr' && event.target_id === String(userId);
    const isAbout = isTarget || event.ent_usr_id === userId;
    if (column === 'client_address') return event.ent_usr_id === userId || (isTarget && event.ent_usr_id === null);
    if (column === 'email_hash') return isAbout || emailHashes.includes(String(value));
    if (column !== 'before' && column !== 'after') return false;
    if (isTarget && typeof value === 'string' && ownFields.has(String(path[0]))) return true;
    const text = String(value).toLowerCase();
    return folded.some((one) => text === one || (one.length >= shortest && text.includes(one)));
  };
}
