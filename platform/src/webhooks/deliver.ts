import type { WebhookProblem } from '@console/contract/generated/schema-types';
import { Webhook } from 'standardwebhooks';
import type { Services } from '../core/access/services.ts';
import { addMs, dayMs, secondMs } from '../core/base/clock.ts';
import type { Row } from '../core/database/schema.ts';
import { OutboundError } from '../core/outbound/outbound.ts';
import { readEventPayloads } from './event-payloads.ts';
import { webhookCipher } from './webhook-secret.ts';
import type { DeliveryRow } from './webhooks.store.ts';

/** Bytes that are read of a response. */
const keptBytes = 16 * 1024;
/** Characters that are stored of a response. */
const storedLength = 1_000;
const mostPauseMs = dayMs;

interface Outcome {
  problem: WebhookProblem | null;
  status: number | null;
  answer: string | null;
  redirect_url: string | null;
  sent_at: Date;
  duration_ms: number;
}

export interface Attempt {
  outcome: Outcome;
  /** Time until which the receiver asked for a pause, at most a day. */
  pausedUntil: Date | null;
}

type Delivering = Pick<Services, 'db' | 'clock' | 'settings' | 'outbound'>;

/** Sends an event to its webhook once; a failure is its outcome. Throws database errors, and when the signal aborts. */
export async function deliver(
  services: Delivering,
  webhook: Row<'webhook'>,
  delivery: DeliveryRow,
  signal: AbortSignal,
): Promise<Attempt> {
  const sent_at = services.clock();
  const failed = (problem: Outcome['problem'], duration_ms = 0): Attempt => ({
    outcome: { problem, status: null, answer: null, redirect_url: null, sent_at, duration_ms },
    pausedUntil: null,
  });
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
    return {
      outcome: {
        problem: answer.ok ? null : 'STATUS',
        status,
        answer: storedText(await answer.text()),
        redirect_url: redirectUrl(webhook.url, answer),
        sent_at,
        duration_ms: took(),
      },
      pausedUntil: pausedUntil(answer, services.clock()),
    };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof OutboundError)) throw error;
    return failed(problemOf(error), took());
  }
}

/** URLs of webhooks have no password, and only the stored part of a response is read. */
function problemOf({ problem }: OutboundError): WebhookProblem {
  if (problem === 'CREDENTIALS') return 'ADDRESS_REFUSED';
  return problem === 'TOO_LARGE' ? 'UNREACHABLE' : problem;
}

/** Target of a redirect, as a URL without credentials. */
function redirectUrl(from: string, { status, headers }: Response): string | null {
  const location = headers.get('location');
  if (status < 300 || status > 399 || location === null || !URL.canParse(location, from)) return null;
  const target = new URL(location, from);
  [target.username, target.password] = ['', ''];
  return storedText(target.href);
}

/** Time of `Retry-After`, in seconds or as a date, if the status can have one. */
function pausedUntil({ status, headers }: Response, now: Date): Date | null {
  const after = headers.get('retry-after')?.trim();
  if ((status !== 429 && status !== 503) || !after) return null;
  const ms = /^\d{1,10}$/.test(after) ? Number(after) * secondMs : Date.parse(after) - now.getTime();
  return ms > 0 ? addMs(now, Math.min(ms, mostPauseMs)) : null;
}

/** Current secret, and for a day the previous one, if they can be decrypted. */
function signingSecrets({ settings }: Delivering, webhook: Row<'webhook'>, now: Date): string[] {
  const cipher = webhookCipher(settings.secrets);
  const { id, secret_sealed, previous_secret_sealed, previous_secret_until } = webhook;
  const isOverlap = previous_secret_until !== null && previous_secret_until > now;
  return [secret_sealed, ...(isOverlap ? [previous_secret_sealed] : [])].flatMap(
    (sealed) => cipher.decrypt(sealed, String(id)) ?? [],
  );
}

/** The database accepts no zero byte, and lists show no control characters. */
const storedText = (text: string): string => text.replace(/[^\P{Cc}\n\t]/gu, '').slice(0, storedLength);
