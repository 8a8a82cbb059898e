import type { FieldProblem } from '@console/contract/errors';
import { tooLongProblem } from '@console/contract/fields/field-problem';
import { maxLength } from '@console/contract/rules';
import type { Services } from '../core/access/services.ts';
import { invalidFields } from '../core/base/failure.ts';
import { acceptedAddress, OutboundError } from '../core/outbound/outbound.ts';
import { countTest } from './sso-test-run.ts';

const discoveryPath = '/.well-known/openid-configuration';
const pastedDiscovery = /\/\.well-known\/openid-configuration\/?(?:[?#].*)?$/i;

const guid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const [worldwide, government, china] = [
  'login.microsoftonline.com',
  'login.microsoftonline.us',
  'login.partner.microsoftonline.cn',
];
/** Hosts of Microsoft Entra, with the host of their v2.0 issuers. */
const entraHosts: Readonly<Record<string, string>> = {
  [worldwide]: worldwide,
  'login.microsoft.com': worldwide,
  'login.windows.net': worldwide,
  'sts.windows.net': worldwide,
  [government]: government,
  [china]: china,
  'login.chinacloudapi.cn': china,
  'sts.chinacloudapi.cn': china,
};

/** Advice on where an administrator of Entra finds the directory id. */
const directoryId =
  'the “Directory (tenant) ID”, a GUID that Microsoft Entra shows on the Overview page of the app registration';

/** Problem of a Microsoft Entra issuer, after its label; null for a tenant's v2.0 issuer, and for other providers. */
export function entraIssuerProblem(issuer: string): FieldProblem | null {
  const [, given = '', tenant = ''] = /^https?:\/\/([^/?#]+)\/?([^/?#]*)/i.exec(issuer) ?? [];
  const name = given.toLowerCase();
  const host = Object.hasOwn(entraHosts, name) ? entraHosts[name] : undefined;
  if (host === undefined) return null;
  if (!guid.test(tenant))
    return {
      code: 'FORMAT',
      message: `must be https://${host}/GUID/v2.0, with the GUID of your tenant: ${directoryId}`,
    };
  const wanted = `https://${host}/${tenant.toLowerCase()}/v2.0`;
  return issuer === wanted ? null : { code: 'FORMAT', message: `must be ${wanted}, the v2.0 issuer of this tenant` };
}

/** Advice if no issuer was entered and the tenant ID does not help. */
export const tenantProblem = `No issuer was entered, and the tenant ID is not a GUID. Enter ${directoryId}. For another provider, enter its issuer.`;

/** Parses an issuer, or a discovery URL by requesting it. Throws 422 at its field; for a discovery URL also 429. The caller is authorised. */
export async function parseIssuer(
  services: Services,
  { organisationId, given }: { organisationId: number; given: string | null },
): Promise<string | null> {
  const entered = given?.trim() ?? '';
  if (entered === '') return null;
  const isDiscovery = pastedDiscovery.test(entered);
  const stem = entered.replace(pastedDiscovery, '');
  if (!/^https?:\/\/\S+$/i.test(stem) || !URL.canParse(stem))
    throw invalidFields({ issuer: [{ code: 'FORMAT', message: 'must be a URL that begins with https://' }] });
  if (/[?#@]/.test(stem))
    throw invalidFields({
      issuer: [{ code: 'FORMAT', message: 'cannot have a query (?), fragment (#) or user name (@)' }],
    });
  if (!isDiscovery) return requireUsable(stem);
  await countTest(services, organisationId);
  return requireUsable((await namedIssuer(services, stem)) ?? stem);
}

/** Problem of a new issuer, after its label; a private one would otherwise only fail at a sign-in. */
export const newIssuerProblem = ({ settings }: Pick<Services, 'settings'>, issuer: string): FieldProblem | null =>
  typeof acceptedAddress(settings.outboundHosts, issuer) === 'string'
    ? { code: 'FORMAT', message: 'must be a public https URL, or on a host listed in OUTBOUND_HOSTS' }
    : entraIssuerProblem(issuer);

function requireUsable(issuer: string): string {
  if (issuer.length > maxLength.ssoIssuer) throw invalidFields({ issuer: [tooLongProblem(maxLength.ssoIssuer)] });
  return issuer;
}

/** Issuer of a discovery document, if the document is at that issuer's URL: otherwise it describes another provider. */
async function namedIssuer({ outbound }: Services, stem: string): Promise<string | null> {
  try {
    const answer = await outbound.send(`${stem}${discoveryPath}`, { headers: { accept: 'application/json' } });
    const { issuer } = (await answer.json()) as { issuer?: unknown };
    return issuer === stem || issuer === `${stem}/` ? issuer : null;
  } catch (error) {
    if (error instanceof OutboundError || error instanceof SyntaxError || error instanceof TypeError) return null;
    throw error;
  }
}
