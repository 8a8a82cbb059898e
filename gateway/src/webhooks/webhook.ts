import type { webhook, webhookDelivery } from '@console/contract/calls/webhooks';
import { idOf, integerOf, type Raw, recordOf, textOf } from '../product-api/shape.ts';

/** A webhook as the product API answers it, with an id and an address. */
export type WebhookBody = Raw<typeof webhook>;

/** A delivery as the product API answers it, with an id and the number of its event. */
export type WebhookDeliveryBody = Raw<typeof webhookDelivery>;

/** A webhook; null without id or address. */
export function webhookOf(value: unknown): WebhookBody | null {
  const body: WebhookBody = recordOf(value);
  return idOf(body.id) === null || textOf(body.url) === null ? null : body;
}

/** A delivery; null without id or number. */
export function webhookDeliveryOf(value: unknown): WebhookDeliveryBody | null {
  const body: WebhookDeliveryBody = recordOf(value);
  return idOf(body.id) === null || integerOf(body.event_number) === null ? null : body;
}
