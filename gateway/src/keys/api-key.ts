import type { apiKey } from '@console/contract/calls/keys';
import { idOf, type Raw, textOf, type UserBody, userOf } from '../product-api/shape.ts';

export type ApiKeyBody = Raw<typeof apiKey> & { readonly owner: UserBody };

export function apiKeyOf(value: unknown): ApiKeyBody | null {
  const body = value as Raw<typeof apiKey> | null | undefined;
  const owner = userOf(body?.ent_usr);
  if (!body || !owner || idOf(body.id) === null || textOf(body.name) === null) return null;
  return { ...body, owner };
}
