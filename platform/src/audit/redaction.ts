import { type Kysely, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Pepper } from '../core/base/keys.ts';
import type { Database, Row } from '../core/database/schema.ts';
import { erasedOf, eventHash, redactedHash, sha256 } from './event-hash.ts';

type AuditRow = Row<'audit_entry'>;

export const redactAction = 'audit:redact';

/** Numbers, old hashes and new hashes of redacted events. */
const redactedEvents = z.array(z.tuple([z.int(), z.string(), z.string()]));
export type RedactedEvents = z.infer<typeof redactedEvents>;

/** The list is outside the hash, so that its proof can be renewed with PLATFORM_SECRET: the event has its digest. */
const redactionList = z.object({ events: redactedEvents, proof: z.string() });

export const digestOf = (events: RedactedEvents): string => sha256(JSON.stringify(events));

export const redactionText = (chainId: number, digest: string): string => `activity redaction ${chainId} ${digest}`;

/** List of a redaction; null without a valid keyed hash, which only the platform can create. */
function readRedaction(pepper: Pepper, row: AuditRow): RedactedEvents | null {
  if (row.action !== redactAction || row.chain_id === null || row.chain_no === null) return null;
  const list = redactionList.safeParse(row.erased);
  if (!list.success) return null;
  const { events, proof } = list.data;
  const digest = digestOf(events);
  const said = (row.after as { digest?: unknown } | null)?.digest;
  return said === digest && pepper.matches(redactionText(row.chain_id, digest), proof) ? events : null;
}

/** Renews the keyed hashes of redactions after a rotation of the secret. */
export async function signRedactions(db: Kysely<Database>, pepper: Pepper): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('audit_entry')
      .selectAll()
      .where('event', '=', redactAction)
      .where('code', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(100)
      .execute();
    for (const row of rows) {
      const events = readRedaction(pepper, row);
      const text = events && row.chain_id !== null && redactionText(row.chain_id, digestOf(events));
      const proof = text && pepper.hash(text);
      if (proof && row.erased?.proof !== proof)
        await sql`update audit_entry set erased = jsonb_set(erased, '{proof}', to_jsonb(${proof}::text))
          where id = ${row.id}`.execute(db);
    }
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

export class Redactions {
  readonly #db: Kysely<Database>;
  readonly #pepper: Pepper;
  /** Redactions by id, each with up to 500 events. */
  readonly #read = new LRUCache<number, { chainId: number | null; events: Map<number, readonly string[]> }>({
    max: 20,
  });

  constructor(db: Kysely<Database>, pepper: Pepper) {
    this.#db = db;
    this.#pepper = pepper;
  }

  /** Whether an event is as it was chained, or as a redaction has left it. */
  async isIntact(previous: string, chainNo: number, row: AuditRow): Promise<boolean> {
    const erased = erasedOf(row);
    const isWhole = row.hash === eventHash(previous, chainNo, row);
    if (erased === null) return isWhole && (row.action !== redactAction || readRedaction(this.#pepper, row) !== null);
    if (row.hash_version !== null && row.hash_version !== 1 && !isWhole) return false;
    if (erased.by === null) return false;
    const redaction = await this.#find(erased.by);
    if (redaction.chainId !== row.chain_id) return false;
    const [hash, left] = redaction.events.get(chainNo) ?? [];
    return hash !== undefined && hash === row.hash && left === redactedHash(row);
  }

  async #find(id: number) {
    const known = this.#read.get(id);
    if (known) return known;
    const row = await this.#db.selectFrom('audit_entry').selectAll().where('id', '=', id).executeTakeFirst();
    const events = (row && readRedaction(this.#pepper, row)) ?? [];
    const found = {
      chainId: row?.chain_id ?? null,
      events: new Map(events.map(([number, hash, left]) => [number, [hash, left]])),
    };
    this.#read.set(id, found);
    return found;
  }
}
