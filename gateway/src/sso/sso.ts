import { calls } from '@console/contract/calls/all';
import type { RequestCalls } from '../product-api/request-calls.ts';
import type { ApiResponse } from '../product-api/response-reader.ts';
import { recordOf, textOf, toWireId } from '../product-api/shape.ts';

interface Sso {
  id: string;
  clientId: string | null;
  tenantId: string | null;
  secretSet: boolean;
}

export interface SsoResult {
  /** Reads the settings if necessary; can fail although they were saved. */
  sso(): Promise<Sso | null>;
  organisationId: string;
}

/** Settings with the secret apart, so that it is not copied along. */
interface KnownSso {
  /** Null before they were first saved. */
  sso: Sso | null;
  /** Stored secret or its mask, which changes nothing; null if none is stored. */
  secret: string | null;
}

export function ssoIn({ sso }: ApiResponse<typeof calls.getSso>, organisationId: string): KnownSso {
  const { client_id, tenant_id, client_secret } = recordOf(sso);
  const clientId = textOf(client_id);
  const tenantId = textOf(tenant_id);
  const secret = textOf(client_secret);
  const saved = clientId !== null || tenantId !== null || secret !== null;
  return { sso: saved ? { id: organisationId, clientId, tenantId, secretSet: secret !== null } : null, secret };
}

/** REST-50 without a permission check. */
export const readSso = async (api: RequestCalls, organisationId: string): Promise<KnownSso> =>
  ssoIn(await api.call(calls.getSso, { query: { org_id: toWireId(organisationId) } }), organisationId);
