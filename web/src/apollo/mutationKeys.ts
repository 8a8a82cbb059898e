import type { DocumentNode, OperationVariables } from '@apollo/client';
import { Failure, failureFromErrors, isUnclear, stillRunning } from '../feedback/failure.ts';
import { operationName } from './operationName.ts';
import { tryStorage } from './tryStorage.ts';

const storageKey = 'console.unanswered';
/** Later, a stored response says little about the current state. */
const maxAgeMs = 30 * 60_000;
const maxKeys = 20;

/** The keys of mutations that have no definite response yet, by the hash of their input; the newest last. */
type UnansweredKeys = Record<string, { key: string; at: number }>;

const readKeys = (): UnansweredKeys =>
  tryStorage(() => {
    const stored: UnansweredKeys = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}');
    return Object.fromEntries(Object.entries(stored).filter(([, { at }]) => Math.abs(Date.now() - at) <= maxAgeMs));
  }, {});

export const dropMutationKeys = (): void => tryStorage(() => sessionStorage.removeItem(storageKey), undefined);

const writeKeys = (keys: UnansweredKeys): void => {
  const newest = Object.entries(keys).slice(-maxKeys);
  if (newest.length === 0) dropMutationKeys();
  else tryStorage(() => sessionStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(newest))), undefined);
};

/** A mutation with its `Idempotency-Key`; `repeated` when it was sent before without a definite response. */
export interface KeyedMutation {
  inputHash: string;
  key: string;
  repeated: boolean;
}

const hashOf = async (bytes: BufferSource): Promise<string> =>
  btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))));

/** Browsers do not read a file that was changed or moved on disk after it was selected, nor send it. */
const unreadable = ({ name }: File, path: string): Failure => {
  const message = `“${name}” was changed or moved after it was selected. Choose it again.`;
  return failureFromErrors([
    { message, extensions: { code: 'INVALID', saved: 'NOTHING', fields: [{ path: path.slice(1), message }] } },
  ]);
};

/** Compared by the gateway: each file by name and content, and no own password. */
const contentOf = async (value: unknown, path = ''): Promise<unknown> => {
  if (value instanceof File) {
    const bytes = await value.arrayBuffer().catch(() => Promise.reject(unreadable(value, path)));
    return [value.name, await hashOf(bytes)];
  }
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([name]) => name !== 'currentPassword');
  return Promise.all(fields.map(async ([name, field]) => [name, await contentOf(field, `${path}.${name}`)]));
};

/**
 * Takes the key of the same unanswered input, or a new one. It is stored before it is sent, because the page may be
 * reloaded before the answer. A failure for a file that cannot be read; null if there can be no key.
 */
export const openMutationKey = async (
  document: DocumentNode,
  variables: OperationVariables,
): Promise<KeyedMutation | Failure | null> => {
  try {
    const content = JSON.stringify([operationName(document), await contentOf(variables)]);
    const inputHash = await hashOf(new TextEncoder().encode(content));
    const { [inputHash]: before, ...others } = readKeys();
    const key = before?.key ?? crypto.randomUUID();
    writeKeys({ ...others, [inputHash]: before ?? { key, at: Date.now() } });
    return { inputHash, key, repeated: before !== undefined };
  } catch (error) {
    return error instanceof Failure ? error : null;
  }
};

/** Codes of requests that were rejected before the gateway looked for a stored response. */
const refusedBefore: readonly string[] = ['UNAUTHENTICATED', 'RATE_LIMITED', stillRunning];

/** Whether a failure is final. That of a repetition is, once the gateway has processed it: no further repetition changes the result. */
const isFinal = ({ codes, saved }: Failure, repeated: boolean): boolean => {
  if (!repeated) return saved === 'NOTHING';
  if (codes.length === 0 || codes.some((code) => refusedBefore.includes(code))) return false;
  return codes.some(isUnclear) !== (saved === 'NOTHING');
};

/** Ends the key of a failed mutation, or stores it for the next press (true). Corrects the message of a repetition: it is about both presses. */
export const settleFailedKey = ({ inputHash, key, repeated }: KeyedMutation, failure: Failure): boolean => {
  const { [inputHash]: before, ...others } = readKeys();
  const final = isFinal(failure, repeated);
  writeKeys(final ? others : { ...others, [inputHash]: before ?? { key, at: Date.now() } });
  const otherRights = repeated && failure.has('IDEMPOTENCY_CONFLICT');
  if (otherRights) failure.lines = ['Your permissions have changed since your first attempt.'];
  if (repeated && failure.saved === 'NOTHING' && (!final || otherRights)) failure.saved = 'UNKNOWN';
  return !final;
};
