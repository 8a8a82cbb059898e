import { connectionTestSteps } from '@console/contract/calls/single-sign-on-test';
import { authorizeExistingOrganisation } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import { requireSession } from '../core/access/require-session.ts';
import type { Services } from '../core/access/services.ts';
import { minuteMs, secondMs } from '../core/base/clock.ts';
import { conflict } from '../core/base/failure.ts';
import { type Outbound, OutboundError, outboundDeadline } from '../core/outbound/outbound.ts';
import { endSessionEndpointOf } from '../session/provider-sign-out.ts';
import { entraIssuerProblem, tenantProblem } from './entered-issuer.ts';
import { effectiveIssuer, isWebAddress } from './sso-provider.ts';
import { findSso, type SingleSignOnResponse } from './sso-settings.store.ts';
import { countTest, findingsOf, StepFailed, storeTest } from './sso-test-run.ts';
import type { SsoFinding } from './tables.ts';
import { signInNeedsSession } from './update-single-sign-on.ts';

const clockToleranceMs = minuteMs;

type Step = SsoFinding['step'];

/** Endpoints that are requested, or opened by browsers, as far as the provider names them. */
const endpoints = [
  ...['authorization_endpoint', 'token_endpoint', 'jwks_uri'],
  ...['userinfo_endpoint', 'end_session_endpoint'],
];

/** Tests the connection with the current settings, and stores the findings. Throws 403, 404, 409 before the first save, 429. */
export async function testSingleSignOn(
  services: Services,
  caller: Caller,
  organisationId: number,
): Promise<SingleSignOnResponse> {
  const { db, outbound } = services;
  requireSession(caller, signInNeedsSession);
  await authorizeExistingOrganisation(db, caller, 'sso:activate', organisationId);
  const tested = await findSso(db, organisationId);
  if (!tested) throw conflict('Save the client ID, tenant ID and client secret first.');
  await countTest(services, organisationId);
  const issuer = effectiveIssuer(tested);
  const findings = await findingsOf(connectionTestSteps, (pass) => takeSteps(outbound, issuer, pass));
  return (await storeTest(services, caller, { kind: 'CONNECTION', tested, findings })).singleSignOn;
}

/** Runs all requests within 5 s. */
async function takeSteps(
  outbound: Outbound,
  issuer: string | null,
  pass: (step: Step, message: string) => void,
): Promise<void> {
  if (issuer === null) throw new StepFailed('ADDRESS', tenantProblem);
  const signal = outboundDeadline();
  const send = async (step: Step, address: string) => {
    try {
      return await outbound.send(address, { headers: { accept: 'application/json' }, signal });
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      throw new StepFailed(step, `${address}: ${error.message}`);
    }
  };
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const answer = await send('ADDRESS', address);
  pass('ADDRESS', `${address} responds.`);

  const metadata = answer.status === 200 ? await jsonOf(answer) : null;
  const { authorization_endpoint, token_endpoint, jwks_uri } = metadata ?? {};
  if (!metadata)
    throw new StepFailed(
      'DISCOVERY',
      `${address} returned status ${answer.status} without a JSON document. Check the issuer.`,
    );
  const isComplete = [authorization_endpoint, token_endpoint, jwks_uri].every((one) => typeof one === 'string');
  if (!isComplete)
    throw new StepFailed('DISCOVERY', 'The provider’s discovery document lists no endpoints. Check the issuer.');
  const unusable = endpoints.find((name) => metadata[name] !== undefined && !isWebAddress(metadata[name], issuer));
  if (unusable)
    throw new StepFailed(
      'DISCOVERY',
      `The provider’s \`${unusable}\` is not a URL that begins with https://. Correct it at the provider.`,
    );
  pass('DISCOVERY', 'The provider’s discovery document lists its endpoints.');

  if (metadata.issuer !== issuer)
    throw new StepFailed('ISSUER', otherIssuerText(issuer, String(metadata.issuer).slice(0, 200)));
  pass('ISSUER', `The provider’s issuer is ${issuer}.`);

  const keyResponse = await send('KEYS', String(jwks_uri));
  const keys = keyResponse.status === 200 ? (await jsonOf(keyResponse))?.keys : null;
  const usable = Array.isArray(keys) ? keys.filter((key) => key?.kty === 'RSA' || key?.kty === 'EC') : [];
  if (usable.length === 0)
    throw new StepFailed(
      'KEYS',
      'The provider has no RSA or EC signing key. Configure it to sign with RS256 or ES256.',
    );
  pass('KEYS', usable.length === 1 ? 'The provider has a signing key.' : 'The provider has signing keys.');

  const date = Date.parse(answer.headers.get('date') ?? '');
  const aheadSeconds = Math.round((date - Date.now()) / secondMs);
  if (Math.abs(aheadSeconds * secondMs) > clockToleranceMs)
    throw new StepFailed(
      'CLOCK',
      `The provider’s clock is ${Math.abs(aheadSeconds)} seconds ${aheadSeconds > 0 ? 'ahead of' : 'behind'} this server’s. Synchronise both with a time server.`,
    );
  pass('CLOCK', Number.isNaN(date) ? 'The provider’s response has no Date header.' : 'Both clocks agree.');
  pass('LOGOUT', logoutText(metadata));
}

/** Text about signing out by the provider's metadata: at the provider and in the console. */
export function logoutText({
  backchannel_logout_supported,
  frontchannel_logout_supported,
  end_session_endpoint,
}: Readonly<Record<string, unknown>>): string {
  const fromThere =
    backchannel_logout_supported === true
      ? 'Register the back-channel logout URI at the provider. Users who sign out at the provider are then signed out of the console too.'
      : frontchannel_logout_supported === true
        ? 'The provider has only front-channel logout, which the console does not use. After users sign out at the provider, their console sessions continue until they expire.'
        : 'The provider does not announce back-channel logout. Without it, console sessions continue after users sign out at the provider, until they expire.';
  const fromHere =
    endSessionEndpointOf(end_session_endpoint) === null
      ? 'Signing out of the console does not sign users out at the provider, which has no end_session_endpoint.'
      : 'Register the post-logout redirect URI at the provider. Users who sign out of the console can then also sign out at the provider.';
  return `${fromThere} ${fromHere}`;
}

/** Text with the issuer to enter instead. Never suggests an issuer that would not work either. */
function otherIssuerText(issuer: string, named: string): string {
  if (entraIssuerProblem(named) === null) return `The provider’s issuer is ${named}. Enter exactly this value.`;
  return `The provider’s issuer is ${named}. The issuer ${(entraIssuerProblem(issuer) ?? entraIssuerProblem(named))?.message}.`;
}

async function jsonOf(answer: Response): Promise<Record<string, unknown> | null> {
  try {
    const value: unknown = await answer.json();
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
