import { signInStepMinutes } from '@console/contract/rules';
import type { Services } from '../core/access/services.ts';
import { minuteMs } from '../core/base/clock.ts';
import { createSecretCipher, type SecretCipher } from '../core/base/secret-cipher.ts';

export const startMs = signInStepMinutes * minuteMs;

/** What was started, with the secret of the browser or the ID of the session that alone can complete it. */
export type StartOwner = `sign-in ${string}` | `confirm ${number}` | `test ${number}`;

/** A sign-in, confirmation or test that was started at an identity provider. */
export interface SsoStart {
  ent_org_id: number;
  issuer: string;
  client_id: string;
  nonce: string;
  /** PKCE. */
  verifier: string;
  begunAtMs: number;
  /** Email address that was entered. */
  email?: string | undefined;
  /** IP address at which a sign-in is counted until it is completed. */
  countedAt?: string | undefined;
}

export const startCipher = ({ settings }: Pick<Services, 'settings'>): SecretCipher =>
  createSecretCipher(settings.secrets, 'sso start');

/** The `state` of a start contains it, encrypted for its owner: no row is stored that starts of others could displace. */
export function encryptStart(services: Pick<Services, 'settings'>, owner: StartOwner, start: SsoStart): string {
  const encrypted = startCipher(services).encrypt(JSON.stringify(start), owner);
  const [purpose] = owner.split(' ');
  // From the prefix, the page to which the provider redirects knows what to complete.
  return purpose === 'sign-in' ? encrypted : `${purpose}.${encrypted}`;
}

/** Undefined for a state of another browser, session or purpose. */
export function decryptStart(
  services: Pick<Services, 'settings'>,
  owner: StartOwner,
  state: string,
): SsoStart | undefined {
  const content = startCipher(services).decrypt(state.slice(state.indexOf('.') + 1), owner);
  return content === null ? undefined : JSON.parse(content);
}
