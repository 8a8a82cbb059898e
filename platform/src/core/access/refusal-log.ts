import type { GatewayRefusal } from '@console/contract/calls/gateway-reports';
import { storedEmail } from '@console/contract/fields/domain-rules';
import { countedNetwork } from '@console/contract/ip-address';
import { type AggregatedRecord, aggregationWindowMs, RecordAggregator } from '@console/server-base/record-aggregator';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { emailSpellings } from '../../core/database/email-spelling.ts';
import type { Actor, AuditEntry } from '../base/audit-entry.ts';
import { type Clock, minuteMs } from '../base/clock.ts';
import { hashSecret, type Pepper } from '../base/keys.ts';
import { toAuditRow } from '../database/audit.ts';
import { auditWritten } from '../database/audit-written.ts';
import { inBatches } from '../database/batches.ts';
import { findKeyOwners } from '../database/key-owners.ts';
import { tryCountAttempt } from '../database/limits.ts';
import type { Database } from '../database/schema.ts';
import { addressRefusal } from './allowed-address.ts';

export interface Refusal {
  actor: Actor;
  entry: AuditEntry;
  /** Claimed email, hashed by `hashEmail`. */
  emailHash: string | null;
  clientAddress: string | null;
  /** Proof of the sending gateway, different for each of its requests; null for other senders. */
  gatewayProof: string | null;
}

/** Hashes an email for a refusal. Storing it hashes it again with the pepper. */
export const hashEmail = (email: string): string => hashSecret(storedEmail(email));

/** Hashes of an email in refusals: also of the exact spelling, which earlier releases hashed. */
export const emailHashes = (email: string): string[] => emailSpellings([email]).map(hashSecret);

interface RefusalLogServices {
  db: Kysely<Database>;
  clock: Clock;
  pepper: Pepper;
}

/** Writes refusals to the audit log. Floods of similar refusals are folded, and a failed write never fails the response. */
export class RefusalLog {
  readonly #services: RefusalLogServices;
  readonly #onError: (err: unknown) => void;
  readonly #fold = new RecordAggregator<Refusal>({ versionsOf, keyOf });
  readonly #requests = new LRUCache<string, true>({ max: 1_000 });
  #timer: NodeJS.Timeout | undefined;

  constructor(services: RefusalLogServices, onError: (err: unknown) => void) {
    this.#services = services;
    this.#onError = onError;
  }

  async record(refusal: Refusal): Promise<void> {
    if (this.#isRepeated(refusal) || !(await this.#isFirstOfMinute(refusal))) return;
    const folded = this.#fold.add(refusal, this.#services.clock());
    this.#timer ??= setTimeout(() => void this.flush(), aggregationWindowMs).unref();
    await this.#write(folded);
  }

  async recordGatewayRefusals(reported: readonly GatewayRefusal[]): Promise<void> {
    const owners = await findKeyOwners(
      this.#services.db,
      reported.flatMap(({ key_hash }) => key_hash ?? []),
    );
    const refusals = reported.map((one) => {
      const owner = owners.get(one.key_hash ?? '') ?? { userId: null, organisationId: null };
      const record = {
        actor: { ...owner, via: one.via, requestId: one.request_id },
        entry: {
          action: one.action === 'login' ? 'session:refuse' : 'access:refuse',
          target: { type: one.target_type, id: one.target_id },
          after: { action: one.action, reason: one.reason, by: 'gateway' },
        },
        emailHash: one.email_hash,
        clientAddress: one.client_address,
        gatewayProof: null,
      };
      return { record, count: one.count };
    });
    await this.#insert(refusals);
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#write(this.#fold.end());
  }

  /** A gateway sends parallel calls for one request. Refusals of these calls for the same reason are recorded once. */
  #isRepeated({ gatewayProof, entry: { action, after } }: Refusal): boolean {
    if (gatewayProof === null) return false;
    const key = JSON.stringify([gatewayProof, action, after]);
    if (this.#requests.has(key)) return true;
    this.#requests.set(key, true);
    return false;
  }

  /** An open browser tab retries, so record only one refused address per user or key and minute. */
  async #isFirstOfMinute({ actor, entry: { after }, clientAddress }: Refusal): Promise<boolean> {
    if (after?.reason !== addressRefusal) return true;
    const { db, clock } = this.#services;
    const sender = countedNetwork(clientAddress ?? '');
    const who = actor.apiKeyId === undefined ? `user:${actor.userId ?? sender}` : `key:${actor.apiKeyId}`;
    return tryCountAttempt(db, clock, `address:${who}`, { max: 1, windowMs: minuteMs });
  }

  async #write(folded: AggregatedRecord<Refusal>[]): Promise<void> {
    await this.#insert(folded).catch(this.#onError);
  }

  async #insert(folded: AggregatedRecord<Refusal>[]): Promise<void> {
    const { db, clock, pepper } = this.#services;
    const rows = folded.map(({ record: { actor, entry, emailHash, clientAddress }, count }) => ({
      ...toAuditRow(clock(), actor, entry),
      client_address: clientAddress,
      email_hash: emailHash && pepper.hash(`email:${emailHash}`),
      count,
    }));
    await inBatches(rows, (batch) => db.insertInto('audit_entry').values(batch).execute());
    auditWritten(db);
  }
}

const keyOf = ({ actor, entry: { action, after }, emailHash, clientAddress }: Refusal) =>
  JSON.stringify([action, after, actor.userId, actor.apiKeyId, emailHash, countedNetwork(clientAddress ?? '')]);

const anonymous = { userId: null, organisationId: null, via: 'public', requestId: null } as const;
const manyTargets = { type: 'many', id: null };

/** Versions of a refusal, from detailed to coarse. If there are very many kinds, only the address, then only action and reason are stored. */
function versionsOf(refusal: Refusal): [Refusal, ...Refusal[]] {
  const entry = { ...refusal.entry, target: manyTargets };
  const ofAddress = { ...refusal, actor: anonymous, entry, emailHash: null };
  return [refusal, ofAddress, { ...ofAddress, clientAddress: null }];
}
