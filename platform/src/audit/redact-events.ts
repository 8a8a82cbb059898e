import { sql, type Transaction } from 'kysely';
import { type Actor, systemActor } from '../core/base/audit-entry.ts';
import type { Clock } from '../core/base/clock.ts';
import type { Pepper } from '../core/base/keys.ts';
import { toAuditRow } from '../core/database/audit.ts';
import { inBatches } from '../core/database/batches.ts';
import type { Database, Row } from '../core/database/schema.ts';
import { chainAllIn, chainStartHash, noOrganisationChainId } from './audit-chain.ts';
import {
  commitmentOf,
  commitmentVersion,
  type ErasedValues,
  type EventValue,
  erasedOf,
  placeOf,
  redactedHash,
  valueKey,
  valuesOf,
} from './event-hash.ts';
import { digestOf, type RedactedEvents, Redactions, redactAction, redactionText } from './redaction.ts';

type AuditRow = Row<'audit_entry'>;

const redactionSize = 500;

interface Given {
  /** Ids of the events; unknown ones are ignored. */
  events: readonly number[];
  erases: (value: EventValue, event: AuditRow) => boolean;
  /** Actor of the redactions, recorded without IP address. */
  actor?: Actor;
}

/** Erases values from rows; a redaction in each chain keeps it verifiable. Returns the number of events. Blocks chaining until commit. */
export async function redactEvents(
  trx: Transaction<Database>,
  services: { clock: Clock; pepper: Pepper },
  { events, erases, actor = systemActor }: Given,
): Promise<number> {
  if (events.length === 0) return 0;
  await chainAllIn(trx);
  let changed = 0;
  const sorted = [...new Set(events)].sort((one, other) => one - other);
  await inBatches(sorted, async (ids) => {
    const byChain = Map.groupBy(await lockEvents(trx, ids), ({ chain_id }) => chain_id);
    for (const [chainId, rows] of byChain)
      changed += await redactChain(trx, services, { chainId, rows, erases, actor });
    return [];
  });
  // Chain the redactions before others can see the erased events.
  await chainAllIn(trx);
  return changed;
}

type ChainedRow = AuditRow & { previous: string | null };

/** Locks the chains before their events, as retention does. */
async function lockEvents(trx: Transaction<Database>, ids: readonly number[]): Promise<ChainedRow[]> {
  await sql`select id from audit_chain where id in (select chain_id from audit_entry where id = any(${ids}::int[]))
    order by id for update`.execute(trx);
  return trx
    .selectFrom('audit_entry')
    .selectAll()
    .select(
      sql<string | null>`coalesce(
        (select hash from audit_entry as earlier
          where earlier.chain_id = audit_entry.chain_id and earlier.chain_no = audit_entry.chain_no - 1),
        (select first_hash from audit_chain where id = audit_entry.chain_id and first_no = audit_entry.chain_no - 1))`.as(
        'previous',
      ),
    )
    .where(sql<boolean>`id = any(${ids}::int[])`)
    .where('action', '<>', redactAction)
    .orderBy('id')
    .forUpdate('audit_entry')
    .execute();
}

async function redactChain(
  trx: Transaction<Database>,
  { clock, pepper }: { clock: Clock; pepper: Pepper },
  {
    chainId,
    rows,
    erases,
    actor,
  }: { chainId: number | null; rows: readonly ChainedRow[] } & Required<Omit<Given, 'events'>>,
): Promise<number> {
  const redactions = new Redactions(trx, pepper);
  const erased: { row: AuditRow; isIntact: boolean }[] = [];
  for (const { previous, ...old } of rows) {
    const row = eraseValues(old, erases);
    if (row) erased.push({ row, isIntact: await isIntact(redactions, old, previous) });
  }
  for (let start = 0; start < erased.length; start += redactionSize) {
    const some = erased.slice(start, start + redactionSize);
    const intact = some.flatMap((one) => (one.isIntact ? [one.row] : []));
    const by =
      chainId === null || intact.length === 0
        ? null
        : await addRedaction(trx, { clock, pepper, chainId, actor }, intact);
    await writeErased(
      trx,
      some.map(({ row, ...one }) => ({ ...row, erased: { ...row.erased, by: one.isIntact ? by : null } })),
    );
  }
  return erased.length;
}

/** An event that was tampered with stays recognisable: no redaction lists it. */
const isIntact = async (redactions: Redactions, row: AuditRow, previous: string | null): Promise<boolean> =>
  row.chain_id !== null &&
  row.chain_no !== null &&
  redactions.isIntact(previous ?? chainStartHash(row.chain_id), row.chain_no, row);

async function addRedaction(
  trx: Transaction<Database>,
  { clock, pepper, chainId, actor }: { clock: Clock; pepper: Pepper; chainId: number; actor: Actor },
  rows: readonly AuditRow[],
): Promise<number> {
  const events: RedactedEvents = rows.map((row) => [row.chain_no ?? 0, row.hash ?? '', redactedHash(row)]);
  const numbers = events.map(([number]) => number);
  const digest = digestOf(events);
  const organisationId = chainId === noOrganisationChainId ? null : chainId;
  const entry = {
    action: redactAction,
    target: { type: 'ent_org', id: organisationId },
    organisationId,
    after: { events: events.length, first: Math.min(...numbers), last: Math.max(...numbers), digest },
  };
  const erased = JSON.stringify({ events, proof: pepper.hash(redactionText(chainId, digest)) });
  const { id } = await trx
    .insertInto('audit_entry')
    .values({ ...toAuditRow(clock(), { ...actor, clientAddress: null }, entry), erased })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns an event without the erased values, or null if it has none of them. */
function eraseValues(row: AuditRow, erases: Given['erases']): AuditRow | null {
  const former = erasedOf(row);
  const present = valuesOf(row).filter((value) => value.value !== null || !former?.values[placeOf(value)]);
  // An empty list or object names no one.
  const gone = present.filter((value) => typeof value.value !== 'object' && erases(value, row));
  if (gone.length === 0) return null;
  const isCommitted = row.hash_version === commitmentVersion;
  const erased: ErasedValues = { by: null, values: { ...former?.values }, keys: {} };
  for (const value of gone) {
    const place = placeOf(value);
    const key = isCommitted ? valueKey(row, place) : null;
    erased.values[place] = key && commitmentOf(key, value.value);
  }
  for (const value of present) {
    const place = placeOf(value);
    const key = isCommitted && !Object.hasOwn(erased.values, place) ? valueKey(row, place) : null;
    if (key) erased.keys[place] = key.toString('base64');
  }
  const next: AuditRow = { ...structuredClone(row), salt: null, erased: erased as unknown as Record<string, unknown> };
  for (const value of gone) setNull(next, value);
  return next;
}

/** Sets a value to null, but keeps its key in `before` or `after`, so that the event still says which field changed. */
function setNull(row: AuditRow, { column, path }: EventValue): void {
  const parent = path
    .slice(0, -1)
    .reduce<unknown>((at, key) => (at as Record<string | number, unknown>)[key], row[column]);
  const key = path.at(-1);
  if (key === undefined) Object.assign(row, { [column]: null });
  else Object.assign(parent as object, { [key]: null });
}

async function writeErased(trx: Transaction<Database>, rows: readonly AuditRow[]): Promise<void> {
  const json = (column: 'before' | 'after' | 'erased') =>
    rows.map((row) => (row[column] === null ? null : JSON.stringify(row[column])));
  const values = <K extends 'client_address' | 'email_hash' | 'target_id' | 'ent_usr_id' | 'api_key_id' | 'id'>(
    key: K,
  ) => rows.map((row) => row[key]);
  await sql`update audit_entry set salt = null, erased = given.erased::jsonb,
      before = given.before::jsonb, after = given.after::jsonb,
      client_address = given.client_address, email_hash = given.email_hash, target_id = given.target_id,
      ent_usr_id = given.ent_usr_id, api_key_id = given.api_key_id
    from unnest(${values('id')}::bigint[], ${json('erased')}::text[], ${json('before')}::text[], ${json('after')}::text[],
      ${values('client_address')}::text[], ${values('email_hash')}::text[], ${values('target_id')}::text[],
      ${values('ent_usr_id')}::int[], ${values('api_key_id')}::int[])
      as given (id, erased, before, after, client_address, email_hash, target_id, ent_usr_id, api_key_id)
    where audit_entry.id = given.id`.execute(trx);
}
