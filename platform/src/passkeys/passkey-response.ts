import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { z } from 'zod';
import type { Services } from '../core/access/services.ts';
import { isPasskeyChallenge, type PasskeyPurpose } from './passkey-challenge.ts';

type PasskeyServices = Pick<Services, 'clock' | 'pepper' | 'settings'>;

/** Normalised to the stored form, because some browsers pad ids. */
const credentialId = z.string().transform((id) => Buffer.from(id, 'base64url').toString('base64url'));
const credential = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['cross-platform', 'platform']).nullish(),
  clientExtensionResults: z.record(z.string(), z.unknown()),
};
const registration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: z.string(),
    attestationObject: z.string(),
    transports: z
      .array(z.string().regex(/^[\w-]{1,20}$/))
      .max(10)
      .optional(),
  }),
});
const authentication = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: z.string(),
    authenticatorData: z.string(),
    signature: z.string(),
    userHandle: z.string().nullish(),
  }),
});

/** Parses a browser's response; null if invalid. */
const parse = <T extends z.ZodType>(schema: T, text: string): z.output<T> | null => {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
};

/** The console's origin and host, to which passkeys belong. */
export const passkeySite = ({ settings: { publicUrl } }: Pick<Services, 'settings'>) => ({
  id: publicUrl.hostname,
  origin: publicUrl.origin,
});

/** Expected site and challenge of a response; remembers the challenge. */
function expectationsOf(services: PasskeyServices, purpose: PasskeyPurpose) {
  const site = passkeySite(services);
  let seen = '';
  return {
    challenge: () => seen,
    expected: {
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
      expectedChallenge(challenge: string) {
        seen = challenge;
        return isPasskeyChallenge(services, purpose, challenge);
      },
    },
  };
}

/** Verifies a response; returns its passkey (of the user, if given), challenge and count. */
export async function verifyAuthentication(
  services: PasskeyServices & Pick<Services, 'db'>,
  purpose: PasskeyPurpose,
  text: string,
  userId?: number,
) {
  const response = parse(authentication, text);
  const named = { credential_id: response?.id ?? '', ...(userId !== undefined && { ent_usr_id: userId }) };
  const passkeys = services.db.selectFrom('passkey').selectAll();
  const passkey = await passkeys.where((of) => of.and(named)).executeTakeFirst();
  if (!passkey) return { passkey, verified: null };
  const { challenge, expected } = expectationsOf(services, purpose);
  const answer = await verifyAuthenticationResponse({
    ...expected,
    // Its form was checked above; the library's type requires more fields than the library reads.
    response: response as AuthenticationResponseJSON,
    credential: {
      id: passkey.credential_id,
      publicKey: Buffer.from(passkey.public_key, 'base64url'),
      counter: Number(passkey.sign_count),
    },
  }).catch(() => null);
  const verified = answer?.verified && { challenge: challenge(), signCount: answer.authenticationInfo.newCounter };
  return { passkey, verified };
}

/** A new passkey and its challenge from the browser's response; null for another purpose. */
export async function verifyRegistration(services: PasskeyServices, purpose: PasskeyPurpose, text: string) {
  const response = parse(registration, text);
  if (!response) return null;
  const { challenge, expected } = expectationsOf(services, purpose);
  const answer = await verifyRegistrationResponse({
    ...expected,
    response: response as RegistrationResponseJSON,
  }).catch(() => null);
  // A passkey stored under another id than the browser's could not be found.
  if (!answer?.verified || answer.registrationInfo.credential.id !== response.id) return null;
  const { id, publicKey, counter } = answer.registrationInfo.credential;
  return {
    challenge: challenge(),
    passkey: {
      credential_id: id,
      public_key: Buffer.from(publicKey).toString('base64url'),
      sign_count: counter,
      transports: response.response.transports ?? [],
    },
  };
}
