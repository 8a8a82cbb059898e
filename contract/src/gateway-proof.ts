import { createHmac } from 'node:crypto';

/** The request header by which a gateway proves, with GATEWAY_SECRET, that it sent the request and reports its refusals. */
export const gatewayProofHeader = 'x-gateway-proof';

/** The proof for one request. */
export const gatewayProof = (secret: string, requestId: string): string =>
  createHmac('sha256', secret).update(`request:${requestId}`).digest('base64url');
