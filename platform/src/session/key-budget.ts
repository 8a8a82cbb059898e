import { keyRefillHeader, keySpentHeader } from '@console/contract/key-budget';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Caller } from '../core/access/caller.ts';
import type { Services } from '../core/access/services.ts';
import { addMs } from '../core/base/clock.ts';
import { writeIfPossible } from '../core/database/database.ts';

/** Adds a gateway's report of spending, and returns when the key's budget is full again. One write per report. */
export async function shareKeyBudget(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { apiKeyId, budgetFullAt = null }: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (apiKeyId === undefined) return;
  const [, spentMs, ownMs] = /^(\d{1,6}) (\d{1,6})$/.exec(String(request.headers[keySpentHeader])) ?? [];
  const now = clock();
  let fullAt = budgetFullAt;
  if (spentMs !== undefined) {
    const spent = sql`${Number(spentMs)}::int * interval '1 millisecond'`;
    const report = db
      .updateTable('api_key')
      // The key has regained older spending, except spending that other gateways reported since.
      .set({
        budget_full_at: sql<Date>`greatest(budget_full_at + ${spent}, ${addMs(now, Number(ownMs))}::timestamptz)`,
      })
      .where('id', '=', apiKeyId)
      .returning('budget_full_at')
      .executeTakeFirst();
    const written = await writeIfPossible(report);
    // If nothing was written, the response has no refill time, and the gateway keeps counting for itself.
    if (!written) return;
    fullAt = written.budget_full_at;
  }
  reply.header(keyRefillHeader, String(Math.max(0, (fullAt?.getTime() ?? 0) - now.getTime())));
}
