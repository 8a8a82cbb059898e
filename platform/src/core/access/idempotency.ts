import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import { invalid, refusedAs } from '../base/failure.ts';
import { hashSecret } from '../base/keys.ts';
import type { Database } from '../database/schema.ts';
import type { UploadedFile } from '../files/upload.ts';
import type { Caller } from './caller.ts';
import type { Services } from './services.ts';

/** Something a caller means to make once, however often they ask: their key for it, and a hash of what they gave. */
export interface Attempt {
  userId: number;
  call: string;
  key: string;
  inputHash: string;
}

const header = 'idempotency-key';

/** What the `Idempotency-Key` header says; nothing with extensions off. */
export function attemptOf(
  { settings }: Pick<Services, 'settings'>,
  request: FastifyRequest,
  { userId }: Caller,
  call: string,
): Attempt | undefined {
  const key = request.headers[header];
  if (!settings.extensions || key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[!-~]{1,255}$/.test(key))
    throw invalid({ [header]: ['must have 1 to 255 letters, digits and signs'] });
  const files = Object.entries(request.uploaded ?? {}).map(([field, file]) => [field, nameAndHash(file)]);
  return { userId, call, key, inputHash: hashSecret(JSON.stringify([request.body, files.sort()])) };
}

const nameAndHash = (file: UploadedFile | undefined) => file && [file.name, hashSecret(file.bytes.toString('base64'))];

/**
 * The id of what the same attempt made before; null when this is the first. Of two at once the second waits for the first. The key is kept in the
 * transaction of the act: what failed was not begun. Throws 422 IDEMPOTENCY_CONFLICT for other input.
 */
export async function madeBefore(
  trx: Transaction<Database>,
  now: Date,
  attempt: Attempt | undefined,
): Promise<number | null> {
  if (!attempt) return null;
  const { userId: ent_usr_id, call, key, inputHash: request_hash } = attempt;
  const begun = await trx
    .insertInto('idempotency_key')
    .values({ ent_usr_id, call, key, request_hash, status: null, answer: null, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (begun) return null;
  const before = await rowOf(trx, attempt).executeTakeFirst();
  if (before?.request_hash !== request_hash || before.answer === null)
    throw refusedAs('IDEMPOTENCY_CONFLICT', 'This was sent before with other content. Please start again.');
  return Number(before.answer);
}

/** Keeps the id of what an attempt made. */
export async function made(trx: Transaction<Database>, attempt: Attempt | undefined, id: number): Promise<void> {
  if (!attempt) return;
  await trx
    .updateTable('idempotency_key')
    .set({ status: 200, answer: String(id) })
    .where('ent_usr_id', '=', attempt.userId)
    .where('call', '=', attempt.call)
    .where('key', '=', attempt.key)
    .execute();
}

const rowOf = (trx: Transaction<Database>, { userId, call, key }: Attempt) =>
  trx
    .selectFrom('idempotency_key')
    .select(['request_hash', 'answer'])
    .where('ent_usr_id', '=', userId)
    .where('call', '=', call)
    .where('key', '=', key);
