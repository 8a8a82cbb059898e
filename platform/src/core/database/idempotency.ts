import { deserialize, serialize } from 'node:v8';
import type { Transaction } from 'kysely';
import { addMs, dayMs } from '../base/clock.ts';
import { refusedWithCode } from '../base/failure.ts';
import type { CallerOwner, IdempotentRequest } from '../base/idempotent-request.ts';
import type { Database } from './schema.ts';

/** Runs a command once per idempotency key and stores its response for a day. Throws like `beforeRepeat`, 422 IDEMPOTENCY_CONFLICT for other input. */
export async function runOnce<T>(
  trx: Transaction<Database>,
  now: Date,
  { owner, call, key: requestKey, inputHash: request_hash, commands }: IdempotentRequest,
  run: () => Promise<{ answer: T; stored: T }>,
  beforeRepeat: () => Promise<unknown> = async () => {},
): Promise<T> {
  const key = commands === 1 ? requestKey : `${requestKey} ${commands}`;
  const unanswered = { request_hash, answer: null, created_at: now };
  const isFirst = await trx
    .insertInto('idempotency_key')
    .values({ [owner.column]: owner.id, call, key, ...unanswered })
    .onConflict((conflict) =>
      conflict
        .columns([owner.column, 'call', 'key'])
        .doUpdateSet(unanswered)
        .where('idempotency_key.created_at', '<', addMs(now, -dayMs)),
    )
    .returning('key')
    .executeTakeFirst();
  if (!isFirst) {
    await beforeRepeat();
    return findResponse<T>(trx, { owner, call, key, request_hash });
  }
  const { answer, stored } = await run();
  await trx
    .updateTable('idempotency_key')
    .set({ answer: serialize(stored).toString('base64') })
    .where(owner.column, '=', owner.id)
    .where('call', '=', call)
    .where('key', '=', key)
    .execute();
  return answer;
}

async function findResponse<T>(
  trx: Transaction<Database>,
  { owner, call, key, request_hash }: { owner: CallerOwner; call: string; key: string; request_hash: string },
): Promise<T> {
  const existing = await trx
    .selectFrom('idempotency_key')
    .select(['request_hash', 'answer'])
    .where(owner.column, '=', owner.id)
    .where('call', '=', call)
    .where('key', '=', key)
    .executeTakeFirst();
  if (existing?.request_hash !== request_hash || existing.answer === null)
    throw refusedWithCode('IDEMPOTENCY_CONFLICT', 'This request was already sent with different content. Start again.');
  return deserialize(Buffer.from(existing.answer, 'base64'));
}
