import type { apiKey } from '@console/contract/calls/keys';
import { idOf, type Raw, textOf, type UserBody, userOf } from '../product-api/shape.ts';

/** An API key as the product API answers it, with an id and an owner. */
export type ApiKeyBody = Raw<typeof apiKey> & { readonly owner: UserBody };

/** An API key; null without id, name or owner. */
export function apiKeyOf(value: unknown): ApiKeyBody | null {
  const body = value as Raw<typeof apiKey> | null | undefined;
  const owner = userOf(body?.ent_usr);
  if (!body || !owner || idOf(body.id) === null || textOf(body.name) === null) return null;
  return { ...body, owner };
}
