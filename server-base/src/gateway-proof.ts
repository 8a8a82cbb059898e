import { createHmac, timingSafeEqual } from 'node:crypto';

/** Request header by which a gateway proves with GATEWAY_SECRET that it sent the request and reports its refusals. */
export const gatewayProofHeader = 'x-gateway-proof';

/** Response of `/health/ready` to a proof: whether gateway and platform have the same GATEWAY_SECRET. */
export type ProofResponse = 'accepted' | 'refused';

/** The proof of one request, and an id of the request: a client may use its `x-request-id` several times. */
export const gatewayProof = (secret: string, requestId: string, nonce: string): string =>
  `${nonce}.${createHmac('sha256', secret).update(`request:${requestId}:${nonce}`).digest('base64url')}`;

export function isGatewayProof(secret: string, requestId: string, proof: string): boolean {
  const given = Buffer.from(proof);
  const expected = Buffer.from(gatewayProof(secret, requestId, proof.slice(0, proof.lastIndexOf('.'))));
  return given.length === expected.length && timingSafeEqual(given, expected);
}
