import type { ReportedRefusal } from '@console/contract/calls/extensions';
import { Fold, type Folded, foldWindowMs } from '@console/contract/fold';
import type { Kysely } from 'kysely';
import type { Actor, AuditEntry } from '../base/audit-entry.ts';
import type { Clock } from '../base/clock.ts';
import { hashSecret, type Pepper } from '../base/keys.ts';
import { auditRow } from '../database/audit.ts';
import { inBatches } from '../database/batches.ts';
import { ownersOfKeys } from '../database/key-owners.ts';
import type { Database } from '../database/schema.ts';

/** A refused request as the audit log has it. */
export interface Refusal {
  actor: Actor;
  entry: AuditEntry;
  /** The email that the request claims, as `hashEmail` has it. */
  emailHash: string | null;
  clientAddress: string | null;
  /** Whether a gateway has proven that it made the request. The request id is then its own, and not chosen by the client. */
  isOfGateway: boolean;
}

const mostRequests = 1_000;

/** What a refusal keeps of an email until it is stored, where it is hashed once more with a secret. */
export const hashEmail = (email: string): string => hashSecret(email.trim().toLowerCase());

interface Given {
  db: Kysely<Database>;
  clock: Clock;
  pepper: Pepper;
}

/** The refusals of the audit log. A flood of alike ones is folded, and an answer never fails because its refusal cannot be written. */
export class RefusalLog {
  readonly #services: Given;
  readonly #onError: (err: unknown) => void;
  readonly #fold = new Fold<Refusal>({ versionsOf, keyOf });
  /** Requests of gateways that were refused last, with action and reason. */
  readonly #requests = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(services: Given, onError: (err: unknown) => void) {
    this.#services = services;
    this.#onError = onError;
  }

  /** Writes a refusal, or counts it where there are too many. */
  async record(refusal: Refusal): Promise<void> {
    if (this.#isRepeated(refusal)) return;
    const due = this.#fold.add(refusal, this.#services.clock());
    this.#timer ??= setTimeout(() => void this.flush(), foldWindowMs).unref();
    await this.#write(due);
  }

  /** Writes what a gateway reports, with the owners of the keys that its callers used. */
  async recordReported(reported: readonly ReportedRefusal[]): Promise<void> {
    const owners = await ownersOfKeys(
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
        isOfGateway: true,
      };
      return { record, count: one.count };
    });
    await this.#insert(refusals);
  }

  /** Writes what was folded so far. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#write(this.#fold.end());
  }

  /** A gateway makes several calls for one request, side by side: refused for the same reason, they are one refusal. */
  #isRepeated({ isOfGateway, actor, entry: { action, after } }: Refusal): boolean {
    if (!isOfGateway) return false;
    const key = JSON.stringify([actor.requestId, action, after]);
    if (this.#requests.has(key)) return true;
    this.#requests.add(key);
    const [oldest] = this.#requests;
    if (this.#requests.size > mostRequests && oldest) this.#requests.delete(oldest);
    return false;
  }

  async #write(folded: Folded<Refusal>[]): Promise<void> {
    await this.#insert(folded).catch(this.#onError);
  }

  async #insert(folded: Folded<Refusal>[]): Promise<void> {
    const { db, clock, pepper } = this.#services;
    const rows = folded.map(({ record: { actor, entry, emailHash, clientAddress }, count }) => ({
      ...auditRow(clock(), actor, entry),
      client_address: clientAddress,
      email_hash: emailHash && pepper.seal(`email:${emailHash}`),
      count,
    }));
    await inBatches(rows, (batch) => db.insertInto('audit_entry').values(batch).execute());
  }
}

const keyOf = ({ actor, entry: { action, after }, emailHash, clientAddress }: Refusal) =>
  JSON.stringify([action, after, actor.userId, emailHash, clientAddress]);

const nobody = { userId: null, organisationId: null, via: 'public', requestId: null } as const;
const nothing = { type: 'many', id: null };

/** Of very many kinds only the address is kept, and then only what was refused and why. */
function versionsOf(refusal: Refusal): [Refusal, ...Refusal[]] {
  const entry = { ...refusal.entry, target: nothing };
  const ofAddress = { ...refusal, actor: nobody, entry, emailHash: null };
  return [refusal, ofAddress, { ...ofAddress, clientAddress: null }];
}
