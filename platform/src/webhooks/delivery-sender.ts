import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Services } from '../core/access/services.ts';
import { addMs, secondMs } from '../core/base/clock.ts';
import { deliver } from './deliver.ts';
import { recordOutcome } from './record-outcome.ts';
import type { DeliveryRow } from './webhooks.store.ts';

/** Concurrent attempts of one webhook; one while it is slow or does not respond. */
const placesOfWebhook = { fast: 4, slow: 1 };
/** Concurrent attempts of one platform. Slow webhooks are separate, so that they take no place of others. */
const places = { fast: 200, slow: 50 };
/** Longer than an attempt takes; afterwards deliveries of a process that ended are sent again. */
const claimMs = 30 * secondMs;
/** Longest wait for running attempts at a stop. */
const stopMs = 2 * secondMs;

type Lane = keyof typeof places;

type Sending = Pick<Services, 'db' | 'clock' | 'settings' | 'outbound' | 'mailer'>;

/** Sends due deliveries. Several platforms can run it at once: each delivery is claimed by one. */
export class DeliverySender {
  readonly #services: Sending;
  readonly #onError: (error: unknown) => void;
  readonly #ending = new AbortController();
  readonly #running = new Map<Promise<void>, { webhookId: number; lane: Lane }>();
  #claiming: Promise<void> | undefined;
  #isRequested = false;
  #isStopped = false;

  constructor(services: Sending, onError: (error: unknown) => void) {
    this.#services = services;
    this.#onError = onError;
  }

  /** Sends due deliveries while there are free places; each completed delivery starts the next. */
  sendDue = async (): Promise<void> => {
    this.#isRequested = true;
    this.#claiming ??= this.#claimAll().finally(() => {
      this.#claiming = undefined;
    });
    await this.#claiming;
  };

  async idle(): Promise<void> {
    while (this.#claiming || this.#running.size > 0) await Promise.all([this.#claiming, ...this.#running.keys()]);
  }

  /** Stops; the next process sends deliveries without a response again. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.race([this.idle(), delay(stopMs, undefined, { ref: false })]);
    this.#ending.abort();
    await this.idle();
  }

  async #claimAll(): Promise<void> {
    while (this.#isRequested && !this.#isStopped) {
      this.#isRequested = false;
      for (const lane of ['fast', 'slow'] as const) {
        for (const claimed of await this.#claim(lane)) this.#send(claimed, lane);
      }
    }
  }

  /** Claims due deliveries of webhooks with places, the longest due first. */
  async #claim(lane: Lane): Promise<DeliveryRow[]> {
    const { db, clock } = this.#services;
    const running = [...this.#running.values()];
    const free = places[lane] - running.filter((one) => one.lane === lane).length;
    if (free <= 0) return [];
    const now = clock();
    const ids = running.map(({ webhookId }) => webhookId);
    const { rows } = await sql<DeliveryRow>`
      update webhook_delivery set claimed_until = ${addMs(now, claimMs)}::timestamptz, attempts = attempts + 1
      where id = any(array(
        select due.id from webhook
        join ent_org on ent_org.id = webhook.ent_org_id
        cross join lateral (
          select id, due_at from webhook_delivery
          where webhook_id = webhook.id and state = 'waiting' and due_at <= ${now}::timestamptz
            and (claimed_until is null or claimed_until <= ${now}::timestamptz)
          order by due_at, event_number
          limit greatest(0, ${placesOfWebhook[lane]}::int - cardinality(array_positions(${ids}::int[], webhook.id)))
          for update skip locked) as due
        where webhook.is_enabled and not ent_org.is_disabled
          and (webhook.paused_until is null or webhook.paused_until <= ${now}::timestamptz)
          and webhook.is_slow = ${lane === 'slow'}
        order by due.due_at limit ${free}::int))
      returning *`.execute(db);
    return rows;
  }

  #send(delivery: DeliveryRow, lane: Lane): void {
    const sending = this.#attempt(delivery)
      .catch((error: unknown) => {
        if (!this.#ending.signal.aborted) this.#onError(error);
      })
      .finally(() => {
        this.#running.delete(sending);
        void this.sendDue().catch(this.#onError);
      });
    this.#running.set(sending, { webhookId: delivery.webhook_id, lane });
  }

  async #attempt(delivery: DeliveryRow): Promise<void> {
    const { db } = this.#services;
    const webhook = await db.selectFrom('webhook').selectAll().where('id', '=', delivery.webhook_id).executeTakeFirst();
    if (!webhook) return;
    const attempt = await deliver(this.#services, webhook, delivery, this.#ending.signal);
    await recordOutcome(this.#services, webhook, delivery, attempt);
  }
}
