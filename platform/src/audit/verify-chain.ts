import { checkedEvents } from '@console/contract/calls/audit';
import { FairQueue } from '@console/server-base/fair-queue';
import { type Kysely, sql, type Transaction } from 'kysely';
import { minuteMs } from '../core/base/clock.ts';
import { tooManyTasks } from '../core/base/failure.ts';
import type { Pepper } from '../core/base/keys.ts';
import type { Database } from '../core/database/schema.ts';
import type { AuditRow } from './audit.store.ts';
import { chainStartHash, chainStartText } from './audit-chain.ts';
import { erasedOf } from './event-hash.ts';
import { Redactions } from './redaction.ts';

/** Where a chain breaks. The event is null if it is missing. */
export interface ChainBreak {
  kind: 'changed' | 'removed' | 'added' | 'cut_off';
  number: number;
  event_id: number | null;
}

/** An event that is older than its predecessor, because the clock was set back. */
export interface ClockStep {
  number: number;
  minutes: number;
}

/** Result of a check. `next`: the chain continues after this number. */
export interface ChainCheck {
  checked: number;
  redacted: number;
  broken: ChainBreak | null;
  next: number | null;
  head: { number: number; hash: string } | null;
  /** The order of events is that of their numbers, so a step does not break the chain. */
  clock_steps: ClockStep[];
}

/** Small, so that other requests run between two batches and memory stays low. */
const batchSize = 250;
/** First half of an advisory lock; the second half is the chain. */
export const checkLock = 7_205_760;
/** Smaller steps back are not reported: commands take seconds, and clocks of platforms differ. */
const tolerance = 10 * minuteMs;
/** Two platforms with different clocks can alternate. */
const mostClockSteps = 100;

/** Each check holds a database connection. */
const maxRunning = 2;
const maxQueued = 100;

/** Runs checks of hash chains, one per chain; throws 429 for another one. */
export class CheckQueue {
  readonly #running = new Set<number>();
  readonly #queue = new FairQueue({ maxRunning, maxQueued, refusal: tooManyTasks });

  async run<T>(chainId: number, check: () => Promise<T>): Promise<T> {
    if (this.#running.has(chainId)) throw tooManyTasks();
    this.#running.add(chainId);
    try {
      return await this.#queue.run(String(chainId), check);
    } finally {
      this.#running.delete(chainId);
    }
  }
}

/** Verifies a chain after a number. Only a head from the log or an earlier check (`known`) proves that the end was not cut off. */
export const verifyChain = (
  { db, pepper }: { db: Kysely<Database>; pepper: Pepper },
  chainId: number,
  range: CheckRange = {},
): Promise<ChainCheck> =>
  // One snapshot excludes events that are chained during the check.
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      await lockCheck(trx, chainId);
      return walkChain(trx, pepper, chainId, range);
    });

interface CheckRange {
  after?: number | undefined;
  known?: { number: number; hash: string } | undefined;
  most?: number | undefined;
}

/** Locks a chain until the transaction ends; 429 while another platform checks it. */
async function lockCheck(trx: Transaction<Database>, chainId: number): Promise<void> {
  const { rows } = await sql<{
    locked: boolean;
  }>`select pg_try_advisory_xact_lock(${checkLock}, ${chainId}) as locked`.execute(trx);
  if (!rows[0]?.locked) throw tooManyTasks();
}

async function walkChain(
  db: Kysely<Database>,
  pepper: Pepper,
  chainId: number,
  { after, known, most = checkedEvents.default }: CheckRange,
): Promise<ChainCheck> {
  const chain = await db.selectFrom('audit_chain').selectAll().where('id', '=', chainId).executeTakeFirst();
  const { first_no, first_hash, last_no, last_hash, start_proof } = chain ?? {
    start_proof: null,
    first_no: 0,
    first_hash: chainStartHash(chainId),
    last_no: 0,
    last_hash: chainStartHash(chainId),
  };
  const head = chain ? { number: last_no, hash: last_hash } : null;
  const start = after === undefined || after <= first_no ? first_no : after;
  const before = start === first_no ? undefined : await rowAt(db, chainId, start);
  const walk = { number: start, hash: before?.hash ?? first_hash, at: before?.at ?? new Date(0), redacted: 0 };
  const clock_steps: ClockStep[] = [];
  const redactions = new Redactions(db, pepper);
  const result = (broken: ChainBreak | null, next: number | null = null): ChainCheck => ({
    checked: walk.number - start,
    redacted: walk.redacted,
    broken,
    next,
    head,
    clock_steps,
  });
  const isStartOurs =
    first_no === 0
      ? first_hash === chainStartHash(chainId)
      : start_proof !== null && pepper.matches(chainStartText(chainId, first_no, first_hash), start_proof);
  if (!isStartOurs) return result({ kind: 'removed', number: Math.max(1, first_no), event_id: null });
  if (start !== first_no && !before?.hash) return result({ kind: 'removed', number: start, event_id: null });
  const outside = await findOutside(db, chainId, first_no, last_no);
  if (outside) return result({ kind: 'added', number: outside.chain_no ?? 0, event_id: outside.id });
  while (walk.number < last_no && walk.number - start < most) {
    const rows = await rowsAfter(db, chainId, walk.number, Math.min(batchSize, most - (walk.number - start)));
    if (rows.length === 0) return result({ kind: 'cut_off', number: walk.number + 1, event_id: null });
    for (const row of rows) {
      const expected = walk.number + 1;
      if (row.chain_no !== expected) return result({ kind: 'removed', number: expected, event_id: null });
      const kind = await problemOf(row, walk, known, redactions);
      if (kind) return result({ kind, number: expected, event_id: row.id });
      const backMs = walk.at.getTime() - row.at.getTime();
      if (backMs > tolerance && clock_steps.length < mostClockSteps)
        clock_steps.push({ number: expected, minutes: Math.round(backMs / minuteMs) });
      Object.assign(walk, { number: expected, hash: row.hash, at: row.at });
      if (erasedOf(row)) walk.redacted += 1;
    }
  }
  if (walk.number < last_no) return result(null, walk.number);
  if (walk.hash !== last_hash) return result({ kind: 'changed', number: walk.number, event_id: null });
  if (known && known.number > last_no) return result({ kind: 'cut_off', number: last_no + 1, event_id: null });
  return result(null);
}

async function problemOf(
  row: AuditRow,
  walk: { number: number; hash: string },
  known: { number: number; hash: string } | undefined,
  redactions: Redactions,
): Promise<ChainBreak['kind'] | null> {
  if (!(await redactions.isIntact(walk.hash, walk.number + 1, row))) return 'changed';
  return known?.number === row.chain_no && known?.hash !== row.hash ? 'changed' : null;
}

const rowAt = (db: Kysely<Database>, chainId: number, number: number) =>
  db
    .selectFrom('audit_entry')
    .select(['hash', 'at'])
    .where('chain_id', '=', chainId)
    .where('chain_no', '=', number)
    .executeTakeFirst();

const rowsAfter = (db: Kysely<Database>, chainId: number, number: number, limit: number) =>
  db
    .selectFrom('audit_entry')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('chain_no', '>', number)
    .orderBy('chain_no')
    .limit(limit)
    .execute();

/** An event that was chained, but has no number in its chain. */
const findOutside = (db: Kysely<Database>, chainId: number, firstNo: number, lastNo: number) =>
  db
    .selectFrom('audit_entry')
    .select(['id', 'chain_no'])
    .where(
      sql<boolean>`((chain_id = ${chainId} and chain_no <= ${firstNo}) or (chain_id = ${chainId} and chain_no > ${lastNo})
        or (position is not null and chain_no is null and coalesce(subject_org_id, 0) = ${chainId}))`,
    )
    .limit(1)
    .executeTakeFirst();
