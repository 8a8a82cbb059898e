import type { webhookProblems } from '@console/contract/calls/webhooks';
import { Webhook } from 'standardwebhooks';
import type { Services } from '../core/access/services.ts';
import type { Row } from '../core/database/schema.ts';
import { OutboundError } from '../core/outbound/outbound.ts';
import { readEventPayloads } from './event-payloads.ts';
import { webhookCipher } from './webhook-secret.ts';
import type { DeliveryRow } from './webhooks.store.ts';

/** Of an answer no more is read. */
const keptBytes = 16 * 1024;
/** Of an answer no more is stored, in characters. */
const storedLength = 1_000;

/** What has come of an attempt. */
export interface Outcome {
  problem: (typeof webhookProblems)[number] | null;
  status: number | null;
  answer: string | null;
  sent_at: Date;
  duration_ms: number;
}

type Delivering = Pick<Services, 'db' | 'clock' | 'settings' | 'outbound'>;

/** Sends an event to its webhook once; what fails is the outcome. Throws what the database throws, and when the signal ends it. */
export async function deliver(
  services: Delivering,
  webhook: Row<'webhook'>,
  delivery: DeliveryRow,
  signal: AbortSignal,
): Promise<Outcome> {
  const sent_at = services.clock();
  const failed = (problem: Outcome['problem']) => ({ problem, status: null, answer: null, sent_at, duration_ms: 0 });
  const secrets = signingSecrets(services, webhook, sent_at);
  if (secrets.length === 0) return failed('SECRET_LOST');
  const body = (await readEventPayloads(services.db, webhook.ent_org_id, [delivery])).get(delivery.event_id);
  if (body === undefined) return failed('EVENT_DELETED');
  const id = `event_${delivery.event_id}`;
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'console-webhooks',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sent_at.getTime() / 1_000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, sent_at, body)).join(' '),
  };
  const start = performance.now();
  const took = () => Math.round(performance.now() - start);
  try {
    const answer = await services.outbound.send(webhook.url, { method: 'POST', headers, body, signal, keptBytes });
    const { status } = answer;
    const problem = answer.ok ? null : 'STATUS';
    return { problem, status, answer: storedText(await answer.text()), sent_at, duration_ms: took() };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof OutboundError)) throw error;
    const problem = error.problem === 'TOO_LARGE' ? 'UNREACHABLE' : error.problem;
    return { ...failed(problem), duration_ms: took() };
  }
}

/** The secret, and for a day the one before it; without those that cannot be decrypted. */
function signingSecrets({ settings }: Delivering, webhook: Row<'webhook'>, now: Date): string[] {
  const cipher = webhookCipher(settings.secrets);
  const { id, secret_sealed, previous_secret_sealed, previous_secret_until } = webhook;
  const isOverlap = previous_secret_until !== null && previous_secret_until > now;
  return [secret_sealed, ...(isOverlap ? [previous_secret_sealed] : [])].flatMap(
    (sealed) => cipher.decrypt(sealed, String(id)) ?? [],
  );
}

/** The database takes no zero byte, and lists show no control characters. */
const storedText = (text: string): string => text.replace(/[^\P{Cc}\n\t]/gu, '').slice(0, storedLength);
