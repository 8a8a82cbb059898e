import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import { invalidFields, refusedWithCode } from '../base/failure.ts';
import { hashSecret } from '../base/keys.ts';
import type { Database } from '../database/schema.ts';
import type { UploadedFile } from '../files/upload.ts';
import type { Caller } from './caller.ts';
import type { Services } from './services.ts';

/** A command that runs once per idempotency key, with a hash of its input. */
export interface IdempotentCommand {
  userId: number;
  call: string;
  key: string;
  inputHash: string;
}

const header = 'idempotency-key';

/** Reads the `Idempotency-Key` header; undefined with extensions off. */
export function readIdempotencyKey(
  { settings }: Pick<Services, 'settings'>,
  request: FastifyRequest,
  { userId }: Caller,
  call: string,
): IdempotentCommand | undefined {
  const key = request.headers[header];
  if (!settings.extensions || key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[!-~]{1,255}$/.test(key))
    throw invalidFields({ [header]: ['must have 1 to 255 letters, digits and signs'] });
  const files = Object.entries(request.uploaded ?? {}).map(([field, file]) => [field, nameAndHash(file)]);
  return { userId, call, key, inputHash: hashSecret(JSON.stringify([request.body, files.sort()])) };
}

const nameAndHash = (file: UploadedFile | undefined) => file && [file.name, hashSecret(file.bytes.toString('base64'))];

/**
 * The id that an earlier request with this key created, null for the first request. Of two at once the second waits for the first. The key is stored
 * in the command's transaction, so a failed command can be repeated. Throws 422 IDEMPOTENCY_CONFLICT for other input.
 */
export async function findIdempotentResult(
  trx: Transaction<Database>,
  now: Date,
  command: IdempotentCommand | undefined,
): Promise<number | null> {
  if (!command) return null;
  const { userId: ent_usr_id, call, key, inputHash: request_hash } = command;
  const inserted = await trx
    .insertInto('idempotency_key')
    .values({ ent_usr_id, call, key, request_hash, status: null, answer: null, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (inserted) return null;
  const existing = await selectKey(trx, command).executeTakeFirst();
  if (existing?.request_hash !== request_hash || existing.answer === null)
    throw refusedWithCode('IDEMPOTENCY_CONFLICT', 'This was sent before with other content. Please start again.');
  return Number(existing.answer);
}

/** Stores the id that a command created under its idempotency key. */
export async function storeIdempotentResult(
  trx: Transaction<Database>,
  command: IdempotentCommand | undefined,
  id: number,
): Promise<void> {
  if (!command) return;
  await trx
    .updateTable('idempotency_key')
    .set({ status: 200, answer: String(id) })
    .where('ent_usr_id', '=', command.userId)
    .where('call', '=', command.call)
    .where('key', '=', command.key)
    .execute();
}

const selectKey = (trx: Transaction<Database>, { userId, call, key }: IdempotentCommand) =>
  trx
    .selectFrom('idempotency_key')
    .select(['request_hash', 'answer'])
    .where('ent_usr_id', '=', userId)
    .where('call', '=', call)
    .where('key', '=', key);
