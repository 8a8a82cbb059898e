import { connectionTestSteps } from '@console/contract/calls/single-sign-on-test';
import { authorizeExistingOrganisation } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import { requireSession } from '../core/access/require-session.ts';
import type { Services } from '../core/access/services.ts';
import { minuteMs, secondMs } from '../core/base/clock.ts';
import { conflict } from '../core/base/failure.ts';
import type { SsoFinding } from '../core/database/sso-tables.ts';
import { type Outbound, OutboundError, outboundDeadline } from '../core/outbound/outbound.ts';
import { entraIssuerProblem, tenantProblem } from './entered-issuer.ts';
import { logoutText } from './logout-support.ts';
import { effectiveIssuer, isWebAddress } from './sso-provider.ts';
import { findSso, type SingleSignOnAnswer } from './sso-settings.store.ts';
import { countTest, findingsOf, StepFailed, storeTest } from './sso-test-run.ts';
import { signInNeedsSession } from './update-single-sign-on.ts';

const clockToleranceMs = minuteMs;

type Step = SsoFinding['step'];

/** What is requested, or opened by browsers, as far as the provider names it. */
const endpoints = [
  ...['authorization_endpoint', 'token_endpoint', 'jwks_uri'],
  ...['userinfo_endpoint', 'end_session_endpoint'],
];

/** Tests the connection with the settings of an organisation as they are, and stores the findings. Throws 403, 404, 409 before the first save, 429. */
export async function testSingleSignOn(
  services: Services,
  caller: Caller,
  organisationId: number,
): Promise<SingleSignOnAnswer> {
  const { db, outbound } = services;
  requireSession(caller, signInNeedsSession);
  await authorizeExistingOrganisation(db, caller, 'sso:activate', organisationId);
  const tested = await findSso(db, organisationId);
  if (!tested) throw conflict('Please save client ID, tenant ID and client secret first.');
  await countTest(services, organisationId);
  const issuer = effectiveIssuer(tested);
  const findings = await findingsOf(connectionTestSteps, (pass) => takeSteps(outbound, issuer, pass));
  return (await storeTest(services, caller, { kind: 'CONNECTION', tested, findings })).singleSignOn;
}

/** All requests together take no longer than 5 s. */
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
  pass('ADDRESS', `${address} answers.`);

  const metadata = answer.status === 200 ? await jsonOf(answer) : null;
  const { authorization_endpoint, token_endpoint, jwks_uri } = metadata ?? {};
  if (!metadata)
    throw new StepFailed('DISCOVERY', `${address} answers with status ${answer.status} and no JSON: check the issuer.`);
  const isComplete = [authorization_endpoint, token_endpoint, jwks_uri].every((one) => typeof one === 'string');
  if (!isComplete) throw new StepFailed('DISCOVERY', 'The provider does not name its addresses: check the issuer.');
  const unusable = endpoints.find((name) => metadata[name] !== undefined && !isWebAddress(metadata[name], issuer));
  if (unusable)
    throw new StepFailed(
      'DISCOVERY',
      `The provider’s \`${unusable}\` is not an address that begins with https://. Correct it at the provider.`,
    );
  pass('DISCOVERY', 'The provider describes its addresses.');

  if (metadata.issuer !== issuer)
    throw new StepFailed('ISSUER', otherIssuerText(issuer, String(metadata.issuer).slice(0, 200)));
  pass('ISSUER', `The provider calls itself ${issuer}.`);

  const keyAnswer = await send('KEYS', String(jwks_uri));
  const keys = keyAnswer.status === 200 ? (await jsonOf(keyAnswer))?.keys : null;
  const usable = Array.isArray(keys) ? keys.filter((key) => key?.kty === 'RSA' || key?.kty === 'EC') : [];
  if (usable.length === 0)
    throw new StepFailed('KEYS', 'The provider has no RSA or EC key to sign with: set it to sign with RS256 or ES256.');
  pass('KEYS', usable.length === 1 ? 'The provider has a key to sign with.' : 'The provider has keys to sign with.');

  const date = Date.parse(answer.headers.get('date') ?? '');
  const aheadSeconds = Math.round((date - Date.now()) / secondMs);
  if (Math.abs(aheadSeconds * secondMs) > clockToleranceMs)
    throw new StepFailed(
      'CLOCK',
      `The provider’s clock is ${Math.abs(aheadSeconds)} seconds ${aheadSeconds > 0 ? 'ahead of' : 'behind'} this server’s: set both by a time server.`,
    );
  pass('CLOCK', Number.isNaN(date) ? 'The provider does not tell its time.' : 'Both clocks agree.');
  pass('LOGOUT', logoutText(metadata));
}

/** What to enter in place of an issuer that is not the provider's own; never what would not sign people in either. */
function otherIssuerText(issuer: string, named: string): string {
  if (entraIssuerProblem(named) === null) return `The provider calls itself ${named}: enter exactly this as issuer.`;
  return `The provider calls itself ${named}. The issuer ${(entraIssuerProblem(issuer) ?? entraIssuerProblem(named))?.message}.`;
}

async function jsonOf(answer: Response): Promise<Record<string, unknown> | null> {
  try {
    const value: unknown = await answer.json();
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
