import { idempotencyCalls } from '@console/contract/calls/idempotency';
import type { FastifyInstance } from 'fastify';
import { ownerOf } from '../access/caller.ts';
import type { Services } from '../access/services.ts';
import { secondMs } from '../base/clock.ts';
import { idempotentOperationsStore } from '../database/idempotent-operations.store.ts';
import { route } from './route.ts';

const nothing = { retry_after: null, journal: null, answer: null };

export function serveIdempotentOperations(app: FastifyInstance, { db, clock, settings }: Services): void {
  if (!settings.extensions) return;

  route(app, idempotencyCalls.beginOperation, {}, async ({ caller, body: { key_hash, input_hash } }) => {
    const now = clock();
    const operations = idempotentOperationsStore(db, now);
    const operation = { owner: ownerOf(caller), key_hash };
    const started = await operations.start(operation, input_hash);
    if (started) return { ...nothing, state: 'started' as const, journal: started.journal };
    const existing = await operations.find(operation);
    // Deleted since: the next attempt starts it.
    if (!existing) return { ...nothing, state: 'running' as const, retry_after: 1 };
    if (existing.input_hash !== input_hash) return { ...nothing, state: 'other_input' as const };
    if (existing.answer !== null) return { ...nothing, state: 'done' as const, answer: existing.answer };
    const leftMs = (existing.leased_until?.getTime() ?? 0) - now.getTime();
    return { ...nothing, state: 'running' as const, retry_after: Math.max(1, Math.ceil(leftMs / secondMs)) };
  });

  route(app, idempotencyCalls.storeOperation, {}, async ({ caller, body: { key_hash, journal, answer } }) => {
    const operations = idempotentOperationsStore(db, clock());
    const operation = { owner: ownerOf(caller), key_hash };
    if (journal === undefined && answer === undefined) await operations.renew(operation);
    if (journal !== undefined) await operations.storeJournal(operation, journal);
    if (answer !== undefined) await operations.storeResponse(operation, answer);
    return { answer: (await operations.find(operation))?.answer ?? null };
  });

  route(app, idempotencyCalls.endOperation, {}, async ({ caller, body: { key_hash, forget } }) => {
    await idempotentOperationsStore(db, clock()).end({ owner: ownerOf(caller), key_hash }, forget);
    return {};
  });
}
