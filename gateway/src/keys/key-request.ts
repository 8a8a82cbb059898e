import type { loggedRequest } from '@console/contract/calls/key-requests';
import type { Connection } from '../product-api/paging.ts';
import { idOf, isoTimeOf, type Raw } from '../product-api/shape.ts';
import type { ApiKeyBody } from './api-key.ts';

/** A request of an API key as the product API answers it, with an id and a time. */
export type KeyRequestBody = Raw<typeof loggedRequest>;

export type KeyRequestConnectionParent = Omit<Connection<KeyRequestBody>, 'totalCount'> & {
  apiKey: ApiKeyBody;
  missing: number;
};

/** A request; null without id or time. */
export function keyRequestOf(value: unknown): KeyRequestBody | null {
  const body = value as KeyRequestBody | null | undefined;
  return body && idOf(body.id) !== null && isoTimeOf(body.at) !== null ? body : null;
}
