import type { Call } from '@console/contract/call';
import { calls } from '@console/contract/calls/all';
import { CallRefused } from './bulkhead.ts';
import type { ApiFailure } from './errors.ts';

/** `extensions.saved` of a failed mutation. */
export type Saved = 'NOTHING' | 'PART' | 'UNKNOWN';

/** Calls of the kind `write` that save nothing of what a mutation was given. */
const savingNothing = new Set(
  [calls.login, calls.sendOtp, calls.logoutApiUser, calls.validPassword, calls.encrypt].map(
    ({ name }) => name as string,
  ),
);
const neverSent = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Whether the product API has certainly not done what a failed call was for: it was not sent, or it was refused. */
const isWithoutEffect = ({ status, cause }: ApiFailure): boolean => {
  if (status !== null) return status < 500 || status === 501;
  return cause instanceof CallRefused || neverSent.has(String((cause as { code?: unknown } | undefined)?.code));
};

/** How the writes of one request have ended. */
export class Writes {
  #succeeded = false;
  #unclear = false;

  succeeded(call: Call): void {
    if (saves(call)) this.#succeeded = true;
  }

  /** `failure` is null for a write that the gateway itself gave up. */
  failed(call: Call, failure: ApiFailure | null): void {
    if (saves(call) && (failure === null || !isWithoutEffect(failure))) this.#unclear = true;
  }

  get saved(): Saved {
    if (this.#succeeded) return 'PART';
    return this.#unclear ? 'UNKNOWN' : 'NOTHING';
  }
}

const saves = ({ kind, name }: Call): boolean => kind !== 'read' && !savingNothing.has(name);
