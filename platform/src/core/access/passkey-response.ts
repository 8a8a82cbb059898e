import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { z } from 'zod';
import type { Row } from '../database/schema.ts';
import { isPasskeyChallenge, type PasskeyPurpose } from './passkey-challenge.ts';
import type { Services } from './services.ts';

type PasskeyServices = Pick<Services, 'clock' | 'pepper' | 'settings'>;

const credential = {
  id: z.string(),
  rawId: z.string(),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['cross-platform', 'platform']).nullish(),
  clientExtensionResults: z.record(z.string(), z.unknown()),
};
const registration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: z.string(),
    attestationObject: z.string(),
    transports: z.array(z.string().max(20)).max(10).optional(),
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

/** What a browser has answered; null for any other text. */
const parse = <T extends z.ZodType>(schema: T, text: string): z.output<T> | null => {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
};

/** A passkey's answer to sign in, not yet checked; null for any other text. */
export const parseAuthentication = (text: string) => parse(authentication, text);
type Authentication = NonNullable<ReturnType<typeof parseAuthentication>>;

/** The site that passkeys belong to: that of the console. */
export const passkeySite = ({ settings: { publicUrl } }: Pick<Services, 'settings'>) => ({
  id: publicUrl.hostname,
  origin: publicUrl.origin,
});

/** Site and challenge as an answer has to name them; remembers the challenge. */
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

/** The challenge and the count of a correct answer by this passkey; null for any other. */
export async function verifyAuthentication(
  services: PasskeyServices,
  purpose: PasskeyPurpose,
  response: Authentication,
  passkey: Pick<Row<'passkey'>, 'credential_id' | 'public_key' | 'sign_count'>,
): Promise<{ challenge: string; signCount: number } | null> {
  const { challenge, expected } = expectationsOf(services, purpose);
  const answer = await verifyAuthenticationResponse({
    ...expected,
    // Checked above; the library's types name more than it reads.
    response: response as AuthenticationResponseJSON,
    credential: {
      id: passkey.credential_id,
      publicKey: Buffer.from(passkey.public_key, 'base64url'),
      counter: Number(passkey.sign_count),
    },
  }).catch(() => null);
  return answer?.verified ? { challenge: challenge(), signCount: answer.authenticationInfo.newCounter } : null;
}

/** A new passkey from the browser's answer, with its challenge; null when it was not made for this purpose. */
export async function verifyRegistration(services: PasskeyServices, purpose: PasskeyPurpose, text: string) {
  const response = parse(registration, text);
  if (!response) return null;
  const { challenge, expected } = expectationsOf(services, purpose);
  const answer = await verifyRegistrationResponse({
    ...expected,
    response: response as RegistrationResponseJSON,
  }).catch(() => null);
  if (!answer?.verified) return null;
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
