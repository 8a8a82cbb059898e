import { idempotencyInputHeader, idempotencyKeyHeader } from '@console/contract/calls/idempotency';
import { clientUserAgentHeader, maxUserAgentLength } from '@console/contract/client-device';
import { gatewayProof, gatewayProofHeader } from '@console/server-base/gateway-proof';
import type { GatewaySettings } from '../base/settings.ts';
import type { CallContext } from './call-context.ts';

/** Headers to the product API, none from the browser; `announced`: whether it has our extensions, null before the first response. */
export function requestHeaders(
  context: CallContext,
  settings: GatewaySettings,
  announced: boolean | null,
): Record<string, string> {
  const { key, use, token, requestId, nonce = requestId, clientAddress, userAgent, headers, span } = context;
  const { idempotencyKey, idempotencyInput } = context;
  const { apiKeyHeader, sessionTokenHeader, gatewaySecrets, productApiExtensions: mode } = settings;
  const [secret] = announced ? gatewaySecrets : [];
  // The first call after a start may repeat an earlier request.
  const mayRepeat = mode === 'on' || (mode === 'auto' && announced !== false);
  return {
    accept: 'application/json',
    ...headers,
    ...(secret === undefined ? {} : { [gatewayProofHeader]: gatewayProof(secret, requestId, nonce) }),
    'x-request-id': requestId,
    ...(span ? { traceparent: span.traceparent } : {}),
    'x-client-address': clientAddress,
    ...(userAgent && announced ? { [clientUserAgentHeader]: userAgent.slice(0, maxUserAgentLength) } : {}),
    ...(idempotencyKey && mayRepeat ? { [idempotencyKeyHeader]: idempotencyKey } : {}),
    ...(idempotencyInput && mayRepeat ? { [idempotencyInputHeader]: idempotencyInput } : {}),
    ...(key ? { [apiKeyHeader]: key, 'x-key-use': use ?? 'session' } : {}),
    ...(key && token && sessionTokenHeader ? { [sessionTokenHeader]: token } : {}),
  };
}
