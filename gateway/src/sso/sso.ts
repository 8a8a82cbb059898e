import { calls } from '@console/contract/calls/all';
import type { RequestCalls } from '../product-api/request-calls.ts';
import type { ApiResponse } from '../product-api/response-reader.ts';
import { idOut, recordOf, textOf } from '../product-api/shape.ts';

/** Single sign-on settings as the schema has them. */
interface Sso {
  id: string;
  clientId: string | null;
  tenantId: string | null;
  secretSet: boolean;
}

/** An organisation whose settings were saved. */
export interface ActedSso {
  /** The settings as they are now. When they cannot be read again this fails, and the act is done all the same. */
  sso(): Promise<Sso | null>;
  organisationId: string;
}

/** The settings that an answer has. The secret stays apart, so that nothing takes it along. */
interface KnownSso {
  /** Null before they were first saved. */
  sso: Sso | null;
  /** What stands for the stored secret, or is it; sent back it changes nothing. Null for none. */
  secret: string | null;
}

/** The settings in an answer of REST-50 or REST-51. */
export function ssoIn({ sso }: ApiResponse<typeof calls.getSso>, organisationId: string): KnownSso {
  const { client_id, tenant_id, client_secret } = recordOf(sso);
  const clientId = textOf(client_id);
  const tenantId = textOf(tenant_id);
  const secret = textOf(client_secret);
  const saved = clientId !== null || tenantId !== null || secret !== null;
  return { sso: saved ? { id: organisationId, clientId, tenantId, secretSet: secret !== null } : null, secret };
}

/** REST-50. Who may see them is asked elsewhere. */
export const readSso = async (api: RequestCalls, organisationId: string): Promise<KnownSso> =>
  ssoIn(await api.call(calls.getSso, { query: { org_id: idOut(organisationId) } }), organisationId);
