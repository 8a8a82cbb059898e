import type { Outbound } from '../core/outbound/outbound.ts';

/** Response to the exchange of a code; the status is null before it. */
export interface Exchange {
  status: number | null;
  error: string | undefined;
}

/** Whether the provider has rejected client ID and secret, by its error code or by the status alone. */
export const isClientRefused = ({ status, error }: Exchange): boolean => error === 'invalid_client' || status === 401;

/** Watches the one POST request: the exchange of the code. */
export function watchExchange(outbound: Outbound): { watched: Outbound; exchange: Exchange } {
  const exchange: Exchange = { status: null, error: undefined };
  const watched: Outbound = {
    ...outbound,
    send: async (address, request) => {
      const response = await outbound.send(address, request);
      if (request?.method !== 'POST') return response;
      exchange.status = response.status;
      const body: unknown = await response
        .clone()
        .json()
        .catch(() => null);
      if (typeof body === 'object' && body !== null && 'error' in body) exchange.error = String(body.error);
      return response;
    },
  };
  return { watched, exchange };
}
