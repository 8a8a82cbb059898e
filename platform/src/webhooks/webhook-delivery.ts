import type { Services } from '../core/access/services.ts';
import { createOutbound } from '../core/outbound/outbound.ts';
import { DeliverySender } from './delivery-sender.ts';
import { DeliveryQueue } from './queue-deliveries.ts';

export interface WebhookDelivery {
  /** Queues events recorded since the last run, and sends due deliveries. */
  sendNew(): Promise<void>;
  /** Like `sendNew`, and also finds the events that an ended platform has left. */
  sendAll(): Promise<void>;
  idle(): Promise<void>;
  stop(): Promise<void>;
}

/** Webhooks have their own client, so that a hanging receiver holds no connection that sign-in needs. */
export function createWebhookDelivery(
  services: Pick<Services, 'db' | 'clock' | 'settings' | 'mailer'>,
  onError: (error: unknown) => void,
  onFault?: Parameters<typeof createOutbound>[0]['onFault'],
): WebhookDelivery {
  const outbound = createOutbound({ allowedHosts: services.settings.outboundHosts, connections: null, onFault });
  const queue = new DeliveryQueue(services);
  const sender = new DeliverySender({ ...services, outbound }, onError);
  return {
    async sendNew() {
      await queue.addNew();
      await sender.sendDue();
    },
    async sendAll() {
      await queue.addAll();
      await sender.sendDue();
    },
    idle: () => sender.idle(),
    async stop() {
      await sender.stop();
      await outbound.close();
    },
  };
}
