import { createHash, createHmac } from 'node:crypto';
import type { Row } from '../core/database/schema.ts';

type AuditRow = Row<'audit_entry'>;

/** Hash version in which values can be erased. */
export const commitmentVersion = 2;

/** Columns that can name a person, in addition to `before` and `after`. */
const personColumns = ['client_address', 'email_hash', 'ent_usr_id', 'api_key_id', 'target_id'] as const;

/** A value that can name a person: a column, or a leaf of `before` and `after`. */
export interface EventValue {
  column: (typeof personColumns)[number] | 'before' | 'after';
  /** Path in `before` or `after`; empty for other columns. */
  path: readonly (string | number)[];
  value: unknown;
}

export interface ErasedValues {
  /** The id of the redaction that names the event; null if the event was already changed before. */
  by: number | null;
  /** Commitments of the erased values by path; null for an event of version 1, which has none. */
  values: Record<string, string | null>;
  /** Keys of the remaining values by path, in version 2. */
  keys: Record<string, string>;
}

export const placeOf = ({ column, path }: Pick<EventValue, 'column' | 'path'>): string =>
  JSON.stringify([column, ...path]);

/** Erased values of an event, null if there are none. A redaction has its list in the same column. */
export const erasedOf = (row: AuditRow): ErasedValues | null =>
  row.erased !== null && 'values' in row.erased ? (row.erased as unknown as ErasedValues) : null;

export const valuesOf = (row: AuditRow): EventValue[] => [
  ...personColumns.flatMap((column) => (row[column] === null ? [] : [{ column, path: [], value: row[column] }])),
  ...(['before', 'after'] as const).flatMap((column) =>
    row[column] === null ? [] : leavesOf(column, [], row[column]),
  ),
];

export function withErasedText(row: AuditRow, text: string): { before: unknown; after: unknown } {
  const places = Object.keys(erasedOf(row)?.values ?? {}).map((place): (string | number)[] => JSON.parse(place));
  const shown = { before: row.before as unknown, after: row.after as unknown };
  if (places.length === 0) return shown;
  const copy = structuredClone(shown);
  for (const place of places) {
    const key = place.at(-1);
    const parent = place
      .slice(0, -1)
      .reduce<unknown>((at, part) => (at as Record<string | number, unknown> | null)?.[part], copy);
    if (place.length > 1 && key !== undefined && typeof parent === 'object' && parent !== null)
      Object.assign(parent, { [key]: text });
  }
  return copy;
}

function leavesOf(column: 'before' | 'after', path: EventValue['path'], value: unknown): EventValue[] {
  if (typeof value !== 'object' || value === null) return [{ column, path, value }];
  const parts = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  if (parts.length === 0) return [{ column, path, value }];
  return parts.flatMap(([key, part]) => leavesOf(column, [...path, key], part));
}

/** Hashes the previous hash, the number and all values; version 2 has commitments in place of personal values. */
export function eventHash(previous: string, chainNo: number, row: AuditRow): string {
  if (row.hash_version === commitmentVersion) return commitmentHash(previous, chainNo, row);
  const { at, ent_usr_id, ent_org_id, via, action, event, code, target_type, target_id, before, after } = row;
  const { id, request_id, client_address, actor_role, api_key_id, subject_org_id, email_hash, count } = row;
  const what = [action, event, code, target_type, target_id, before, after];
  const who = [ent_usr_id, ent_org_id, via, actor_role, api_key_id, client_address, email_hash];
  return sha256(
    JSON.stringify([previous, chainNo, id, at.toISOString(), who, what, subject_org_id, request_id, count]),
  );
}

function commitmentHash(previous: string, chainNo: number, row: AuditRow): string {
  const { at, ent_org_id, via, action, event, code, target_type } = row;
  const { id, request_id, actor_role, subject_org_id, count } = row;
  const what = [action, event, code, target_type];
  const who = [ent_org_id, via, actor_role];
  const commitments = [...commitmentsOf(row)].sort(([one], [other]) => (one < other ? -1 : 1));
  return sha256(
    JSON.stringify([
      ...[commitmentVersion, previous, chainNo, id, at.toISOString(), who, what, subject_org_id, request_id, count],
      commitments,
    ]),
  );
}

/** Commitments by path. A value without its key, or at an erased path, gets one that matches no event. */
function commitmentsOf(row: AuditRow): Map<string, string | null> {
  const erased = erasedOf(row);
  const commitments = new Map(Object.entries(erased?.values ?? {}));
  for (const value of valuesOf(row)) {
    const place = placeOf(value);
    if (erased && Object.hasOwn(erased.values, place)) {
      if (value.value !== null) commitments.set(place, null);
      continue;
    }
    const key = valueKey(row, place);
    commitments.set(place, key && commitmentOf(key, value.value));
  }
  return commitments;
}

/** Key of a value's commitment. It depends on the path, so that a key does not reveal the keys of other values. */
export function valueKey({ salt, ...row }: AuditRow, place: string): Buffer | null {
  if (salt !== null) return createHmac('sha256', salt).update(place).digest();
  const key = erasedOf({ salt, ...row })?.keys[place];
  return key === undefined ? null : Buffer.from(key, 'base64');
}

export const commitmentOf = (key: Buffer, value: unknown): string =>
  createHmac('sha256', key).update(JSON.stringify(value)).digest('base64');

/** Hash of an event with erased values, as its redaction lists it. */
export function redactedHash(row: AuditRow): string {
  const { values = {}, keys = {} } = erasedOf(row) ?? {};
  const sorted = [values, keys].map((one) => Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)));
  const { chain_id, chain_no, hash, hash_version } = row;
  const says = eventHash('', 0, { ...row, hash_version: null });
  return sha256(JSON.stringify(['redacted', chain_id, chain_no, hash, hash_version, says, sorted]));
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
