import { longestSessionHours } from '@console/contract/session-length';
import type { CallContext } from '../product-api/call-context.ts';
import type { Services } from './services.ts';

/** Whether the product API ends sessions by its own settings; otherwise the gateway's settings apply. Throws while this cannot be learned. */
export const endsSessions = ({ capabilities }: Services, context: CallContext): Promise<boolean> =>
  capabilities.supports('extensions', context, { atAnyAge: true });

/** Age at which a session's cookie ends, in seconds. */
export async function readMaxSessionSeconds(services: Services, context: CallContext): Promise<number> {
  const hours = (await endsSessions(services, context)) ? longestSessionHours : services.settings.sessionHours;
  return hours * 60 * 60;
}
