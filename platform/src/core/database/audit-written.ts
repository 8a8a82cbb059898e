import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

const listeners = new WeakMap<Kysely<Database>, () => void>();

/** Calls the listener when this process has committed events of the activity. */
export const onAuditWritten = (db: Kysely<Database>, listener: () => void): void => void listeners.set(db, listener);

/** Says that events were committed. */
export const auditWritten = (db: Kysely<Database>): void => listeners.get(db)?.();
