import { signInTestSteps } from '@console/contract/calls/single-sign-on-test';
import { authorizeExistingOrganisation } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import { requireSession } from '../core/access/require-session.ts';
import type { Services } from '../core/access/services.ts';
import { conflict, Failure } from '../core/base/failure.ts';
import { idTokenFault } from './id-token-faults.ts';
import { type ProviderResponse, type RefusedExchange, readProviderClaims } from './provider-claims.ts';
import { emailOf, hasEmail, isEmailVerified, isStorableSubject, type ProviderClaims } from './provider-person.ts';
import { hasOwnDomain } from './sso-account.ts';
import { emailDomain } from './sso-domains.ts';
import { isKeyUnknown, outboundText, type ProviderClient } from './sso-provider.ts';
import { findSso, isSameClient } from './sso-settings.store.ts';
import type { SsoStart } from './sso-start.ts';
import { changedDuringTest, countTest, findingsOf, StepFailed, storeTest } from './sso-test-run.ts';
import { beginAtProvider, providerClientOf, refusalOf, useStart } from './start-sso-sign-in.ts';
import type { SsoFinding } from './tables.ts';
import { signInNeedsSession } from './update-single-sign-on.ts';
import { isClientRefused } from './watch-exchange.ts';

/** Starts a test: the URL to open. Throws 403 with an API key, 404, 409 before a passed connection test, 422 with `refusal`, 429. */
export async function startSingleSignOnTest(
  services: Services,
  caller: Caller,
  organisationId: number,
): Promise<string> {
  const { db } = services;
  const sessionId = requireSession(caller, signInNeedsSession);
  await authorizeExistingOrganisation(db, caller, 'sso:activate', organisationId);
  const sso = await findSso(db, organisationId);
  if (!sso || sso.tested_at === null)
    throw conflict('The settings have not passed the connection test. Test the connection first.');
  const client = providerClientOf(services, sso);
  if (!client) throw conflict('The client secret can no longer be read. Enter it again.');
  await countTest(services, organisationId);
  // Another organisation's provider does not know the caller's email.
  const { email } = (await db
    .selectFrom('ent_usr')
    .select('email')
    .where('id', '=', caller.userId)
    .where('ent_org_id', '=', organisationId)
    .executeTakeFirst()) ?? { email: null };
  return beginAtProvider(services, sso, client, { email, owner: `test ${sessionId}` });
}

/** Stores what the provider's response has shown, without a sign-in. Throws 403, 404, 409, 422 EXPIRED for another session. */
export async function completeSingleSignOnTest(
  services: Services,
  caller: Caller,
  answer: ProviderResponse,
): Promise<{ org_id: number; has_passed: boolean }> {
  const { db } = services;
  const sessionId = requireSession(caller, signInNeedsSession);
  const start = await useStart(services, `test ${sessionId}`, answer.state);
  const { ent_org_id: org_id } = start;
  await authorizeExistingOrganisation(db, caller, 'sso:activate', org_id);
  const tested = await findSso(db, org_id);
  const client = tested && isSameClient(tested, start) ? providerClientOf(services, tested) : null;
  if (!tested || !client) throw changedDuringTest();
  const findings = await findingsOf(signInTestSteps, (pass) => takeSteps(services, { client, start, answer }, pass));
  const { has_passed } = await storeTest(services, caller, { kind: 'SIGN_IN', tested, findings });
  return { org_id, has_passed };
}

interface Given {
  client: ProviderClient;
  start: SsoStart;
  answer: ProviderResponse;
}

async function takeSteps(
  services: Services,
  given: Given,
  pass: (step: SsoFinding['step'], message: string) => void,
): Promise<void> {
  const claims = await exchange(services, given, () =>
    pass('CLIENT', 'The provider accepts the client ID and secret.'),
  );
  if (!isStorableSubject(claims.sub))
    throw new StepFailed('CLAIMS', 'The provider sends no usable subject. `sub` must have 1 to 255 ASCII characters.');
  const email = emailOf(claims);
  if ((email === null || !isEmailVerified(claims)) && claims.userinfoRefusal !== null)
    throw new StepFailed('CLAIMS', userinfoText(claims.userinfoRefusal, claims));
  if (email === null)
    throw new StepFailed(
      'CLAIMS',
      'The provider sends no valid email address. Configure it to send `email` to this client, and enter an email address for the person who signed in.',
    );
  if (!isEmailVerified(claims))
    throw new StepFailed(
      'CLAIMS',
      'The provider does not mark the email address as verified. Configure it to send `email_verified` (Microsoft Entra: `xms_edov`) as true.',
    );
  pass('CLAIMS', 'The provider sends a subject and a verified email address.');

  const domain = emailDomain(email);
  if (!(await hasOwnDomain(services.db, given.start.ent_org_id, email)))
    throw new StepFailed(
      'DOMAIN',
      `The email domain ${domain} is not verified for this organisation. Verify it, or test with a person whose email domain is verified.`,
    );
  pass('DOMAIN', `The email domain ${domain} is verified for this organisation.`);
}

/** Text about missing claims if neither ID token nor userinfo suffices, as with ADFS. */
const userinfoText = (refusal: string, { source }: ProviderClaims): string =>
  `The ID token has no ${hasEmail(source) ? '`email_verified`' : '`email`'}, and the provider’s userinfo endpoint ${refusal}. Configure the provider to send \`email\` and \`email_verified\` in the ID token (ADFS: through issuance transform rules).`;

/** Claims for the code. Calls `onAccepted` once the provider accepts the client, whatever follows. */
async function exchange(
  { settings, outbound }: Services,
  { client, start, answer }: Given,
  onAccepted: () => void,
): Promise<ProviderClaims> {
  if (answer.error !== undefined || answer.code === undefined)
    throw new StepFailed('CLIENT', refusalText(answer.error, 'The provider sent no code. Check the provider’s log.'));
  try {
    const claims = await readProviderClaims({ settings, outbound }, client, start, answer);
    onAccepted();
    return claims;
  } catch (error) {
    // An expired request says nothing about the provider.
    if (!(error instanceof Failure) || refusalOf(error) === 'EXPIRED') throw error;
    const reason = outboundText(error);
    const { exchange } = error as RefusedExchange;
    if (exchange.status !== 200)
      throw new StepFailed(
        'CLIENT',
        refusalText(
          isClientRefused(exchange) ? 'invalid_client' : exchange.error,
          reason ?? 'The provider’s response is not valid. Test the connection, then test signing in again.',
        ),
      );
    onAccepted();
    throw new StepFailed(
      'CLAIMS',
      reason ??
        (isKeyUnknown(error) ? unknownKeyText : null) ??
        idTokenFault(error) ??
        'The provider’s response has no ID token that can be read. Configure the provider to send one to this client.',
    );
  }
}

const unknownKeyText =
  'The provider signed the ID token with a key that is not at its `jwks_uri`. Remove the application’s own signing key at the provider, and test signing in again. Microsoft Entra publishes such a key only at a URL with `?appid=`.';

/** Advice by errors of OAuth 2.0 and OpenID Connect. */
const advice: Readonly<Record<string, string>> = {
  access_denied:
    'The provider denied access. Give the person access to the application at the provider, and do not cancel the sign-in.',
  invalid_client:
    'The client ID or client secret is wrong, or the secret has expired. Copy both from the provider. If the secret has expired, create a new one at the provider.',
  unauthorized_client:
    'The provider does not let this client sign in users. Allow the authorization code flow for it at the provider.',
  invalid_grant:
    'The provider does not accept the code. Register the redirect URI at the provider exactly as the console shows it, then test signing in again.',
  invalid_scope:
    'The provider does not grant this client the scopes openid, email and profile. Allow them at the provider.',
};

/** Text for a provider's error, which anyone can put into the URL; `otherwise` without one. */
function refusalText(error: string | undefined, otherwise: string): string {
  if (error === undefined) return otherwise;
  const known = Object.hasOwn(advice, error) ? advice[error] : undefined;
  if (known !== undefined) return known;
  return /^[a-z_]{1,50}$/.test(error) ? `The provider returned ${error}. Check the provider’s log.` : otherwise;
}
