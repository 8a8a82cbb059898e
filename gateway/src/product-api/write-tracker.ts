import type { Call } from '@console/contract/call';
import { calls } from '@console/contract/calls/all';
import { idempotencyCalls } from '@console/contract/calls/idempotency';
import { isServerFailure } from '@console/server-base/server-failure';
import { CallRefused } from './bulkhead.ts';
import type { ApiFailure } from './errors.ts';

export type SavedState = 'NOTHING' | 'PART' | 'UNKNOWN';

/** Calls of the kind `write` that save nothing of a mutation's input. */
const savingNothing = new Set(
  [
    ...[calls.login, calls.sendOtp, calls.logoutApiUser, calls.validPassword, calls.encrypt],
    ...Object.values(idempotencyCalls),
  ].map(({ name }) => name as string),
);
const neverSent = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Whether a failed call may have had an effect: it was sent and not refused. */
export const mayHaveTakenEffect = ({ status, cause }: ApiFailure): boolean => {
  if (status !== null) return isServerFailure(status);
  return !(cause instanceof CallRefused || neverSent.has(String((cause as { code?: unknown } | undefined)?.code)));
};

export class WriteTracker {
  #succeeded = false;
  #unclear = false;
  isPartial = false;

  succeeded(call: Call): void {
    if (saves(call)) this.#succeeded = true;
  }

  /** `failure` is null for a write that the gateway aborted itself. */
  failed(call: Call, failure: ApiFailure | null): void {
    if (saves(call) && (failure === null || mayHaveTakenEffect(failure))) this.#unclear = true;
  }

  get saved(): SavedState {
    if (this.#succeeded) return 'PART';
    return this.#unclear ? 'UNKNOWN' : 'NOTHING';
  }
}

const saves = ({ kind, name }: Call): boolean => kind !== 'read' && !savingNothing.has(name);
