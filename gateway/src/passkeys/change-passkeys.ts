import { type passkey, passkeysCalls } from '@console/contract/calls/passkeys';
import { maxLength, maxPasskeyResponseLength } from '@console/contract/rules';
import { failure } from '../base/errors.ts';
import type { Context } from '../core/context.ts';
import { assertValid, checkName, checkText } from '../core/input-checks.ts';
import { confirmOwnPassword } from '../core/reauthentication.ts';
import type { AddPasskeyInput, Passkey, RemovePasskeyInput } from '../generated/resolvers-types.ts';
import { incompleteResponse } from '../product-api/errors.ts';
import { readRows } from '../product-api/lists.ts';
import { notFoundForInvalidId, requireKey } from '../product-api/reads.ts';
import { rethrowWithInputNames } from '../product-api/refusals.ts';
import { idOf, isoTimeOf, type Raw, recordOf, textOf, toWireId } from '../product-api/shape.ts';
import { callIfSupported, type IfSupported, requireCall } from '../specified/extension-calls.ts';

/** The passkeys of the caller; null when the product API has none. */
export async function readPasskeys(context: Context): Promise<IfSupported<Passkey[]>> {
  requireKey(context.api);
  const call = passkeysCalls.passkeys;
  const answer = await callIfSupported(context, call, {});
  return answer && readRows(call, answer.passkeys, toPasskey, context.log);
}

/** What the browser needs to make a passkey, as JSON text, after REST-7. */
export async function startPasskey(context: Context, currentPassword: string | null): Promise<string> {
  await requirePasskeyCalls(context);
  await confirmOwnPassword(context, currentPassword);
  const call = passkeysCalls.newPasskey;
  const options = textOf((await context.api.call(call, {})).options);
  if (options === null) throw incompleteResponse(context.log, call, 'options');
  return options;
}

/** Adds the passkey that the browser has made. */
export async function addPasskey(context: Context, input: AddPasskeyInput): Promise<Passkey> {
  await requirePasskeyCalls(context);
  const name = input.name.trim();
  assertValid(
    checkName('name', name, maxLength.passkeyName),
    checkText('response', input.response, maxPasskeyResponseLength),
  );
  const call = passkeysCalls.addPasskey;
  const sent = context.api.call(call, { body: { name, response: input.response } });
  return passkeyIn(context, call, (await rethrowWithInputNames({ name: 'name', response: 'response' }, sent)).passkey);
}

/** Removes a passkey of the caller, after REST-7. */
export async function removePasskey(context: Context, input: RemovePasskeyInput): Promise<Passkey> {
  await requirePasskeyCalls(context);
  await confirmOwnPassword(context, input.currentPassword);
  const id = String(input.id);
  const call = passkeysCalls.removePasskey;
  const sent = context.api.call(call, { body: { passkey_id: toWireId(id) } });
  return passkeyIn(context, call, (await notFoundForInvalidId(sent, id)).passkey);
}

/** Throws FORBIDDEN with an API key, and CAPABILITY_UNAVAILABLE when the product API has no passkeys. */
async function requirePasskeyCalls(context: Context): Promise<void> {
  if (context.session.isBearer) throw failure('FORBIDDEN', 'An API key may not add or remove passkeys');
  requireKey(context.api);
  await requireCall(context, passkeysCalls.addPasskey, 'The product API has no passkeys');
}

function toPasskey(value: unknown): Passkey | null {
  const row: Raw<typeof passkey> = recordOf(value);
  const id = idOf(row.id);
  return id === null
    ? null
    : {
        id,
        name: textOf(row.name) ?? '',
        createdAt: isoTimeOf(row.created_at),
        lastUsedAt: isoTimeOf(row.last_used_at),
      };
}

function passkeyIn(context: Context, call: (typeof passkeysCalls)['addPasskey' | 'removePasskey'], value: unknown) {
  const read = toPasskey(value);
  if (read === null) throw incompleteResponse(context.log, call, 'passkey');
  return read;
}
