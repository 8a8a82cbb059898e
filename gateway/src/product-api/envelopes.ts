import { type Call, snakeCase } from '@console/contract/call';
import { isFalse, isRecord } from './shape.ts';

/** Wrappers of external product APIs around a response, and failures in them. */

export type UnknownRecord = Readonly<Record<string, unknown>>;

const commonWrappers = ['data', 'result', 'response'];
const mostEnvelopes = 8;
const failingStatus = /^(error|failure|fail|failed)$/i;

const doneText = /^[\s.!]*(?:OK|true|success|done)?[\s.!]*$/i;

export const isDoneText = (text: string): boolean => doneText.test(text);

const wrappersOfCalls = new WeakMap<Call, readonly string[]>();

/** Keys that can wrap the response: the call's own name, or a common one. */
export function wrapperKeysOf(call: Call): readonly string[] {
  const cached = wrappersOfCalls.get(call);
  if (cached) return cached;
  const { name, path } = call;
  const wrappers = [...new Set([path.slice(path.lastIndexOf('/') + 1), name, snakeCase(name), ...commonWrappers])];
  wrappersOfCalls.set(call, wrappers);
  return wrappers;
}

export const unwrapSingleEntry = (value: unknown): unknown =>
  Array.isArray(value) && value.length === 1 && isRecord(value[0]) ? value[0] : value;

/** Response and wrapped objects, outermost first; with `listsOfOne`, also inside a list of one entry. */
export function envelopesOf(call: Call, body: unknown, listsOfOne = true): UnknownRecord[] {
  const recordIn = (value: unknown) => (listsOfOne ? unwrapSingleEntry(value) : value);
  const outer = recordIn(body);
  const envelopes = isRecord(outer) ? [outer] : [];
  const wrappers = wrapperKeysOf(call);
  for (const envelope of envelopes)
    for (const wrapper of wrappers) {
      const inner = Object.hasOwn(envelope, wrapper) ? recordIn(envelope[wrapper]) : undefined;
      if (isRecord(inner) && envelopes.length < mostEnvelopes) envelopes.push(inner);
    }
  return envelopes;
}

export const mergedEnvelopes = (call: Call, body: unknown): UnknownRecord =>
  Object.fromEntries(
    envelopesOf(call, body)
      .toReversed()
      .flatMap((envelope) => Object.entries(envelope)),
  );

export const hasContent = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value) && !isFalse(value);

/** Error status in an envelope, as a number or in digits. */
export function errorStatusIn({ status }: UnknownRecord): number | null {
  const code = typeof status === 'string' && /^\d{3}$/.test(status) ? Number(status) : status;
  return typeof code === 'number' && Number.isInteger(code) && code >= 400 && code <= 599 ? code : null;
}

export function isRefusal({ dataKeys = [] }: Call, envelope: UnknownRecord): boolean {
  const { success, error, errors, status } = envelope;
  return (
    (isFalse(success) && !dataKeys.includes('success')) ||
    hasContent(error) ||
    hasContent(errors) ||
    (!dataKeys.includes('status') &&
      ((typeof status === 'string' && failingStatus.test(status.trim())) || errorStatusIn(envelope) !== null))
  );
}
