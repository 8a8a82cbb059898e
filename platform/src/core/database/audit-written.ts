import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

const listeners = new WeakMap<Kysely<Database>, () => void>();

export const onAuditWritten = (db: Kysely<Database>, listener: () => void): void => void listeners.set(db, listener);

export const auditWritten = (db: Kysely<Database>): void => listeners.get(db)?.();
