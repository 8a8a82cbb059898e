import { keyRefillHeader, keySpentHeader } from '@console/contract/key-budget';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Caller } from '../core/access/caller.ts';
import type { Services } from '../core/access/services.ts';
import { addMs } from '../core/base/clock.ts';
import { writeIfPossible } from '../core/database/database.ts';

/** Adds what a gateway reports that the caller's API key has spent, and answers when its budget is full again. A write for each report, none without. */
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
      // Of what was spent longer ago, only what the others have used up since is still missing.
      .set({
        budget_full_at: sql<Date>`greatest(budget_full_at + ${spent}, ${addMs(now, Number(ownMs))}::timestamptz)`,
      })
      .where('id', '=', apiKeyId)
      .returning('budget_full_at')
      .executeTakeFirst();
    const written = await writeIfPossible(report);
    // The gateway keeps counting for itself.
    if (!written) return;
    fullAt = written.budget_full_at;
  }
  reply.header(keyRefillHeader, String(Math.max(0, (fullAt?.getTime() ?? 0) - now.getTime())));
}
