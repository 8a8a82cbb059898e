import type { WebhookStatus } from '../generated/resolvers-types.ts';
import { boolOf } from '../product-api/shape.ts';
import type { WebhookBody } from './webhook.ts';

/** Whether a webhook gets events. */
export function webhookStatusOf({ is_enabled, switched_off_at, failing_since }: WebhookBody): WebhookStatus {
  if (!boolOf(is_enabled)) return switched_off_at == null ? 'OFF' : 'SWITCHED_OFF';
  return failing_since == null ? 'ACTIVE' : 'FAILING';
}
