import type { passkey } from '@console/contract/calls/passkeys';
import { maxPasskeysPerUser } from '@console/contract/rules';
import { generateRegistrationOptions } from '@simplewebauthn/server';
import type { Kysely, Transaction } from 'kysely';
import type { z } from 'zod';
import type { Caller } from '../core/access/caller.ts';
import { lockCaller } from '../core/access/locks.ts';
import { emailOf, personOf } from '../core/access/person.ts';
import { consumeReauthentication } from '../core/access/reauthentication.ts';
import { requireSession } from '../core/access/require-session.ts';
import { confirmFactorOfSession, requireRemainingFactor } from '../core/access/required-factor.ts';
import type { Services } from '../core/access/services.ts';
import type { ClientDevice } from '../core/base/client-device.ts';
import { conflict, Failure, invalidFields, notFound } from '../core/base/failure.ts';
import type { Database, Row } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import { createPasskeyChallenge, usePasskeyChallenge } from './passkey-challenge.ts';
import { passkeyAddedMail } from './passkey-mail-texts.ts';
import { passkeySite, verifyRegistration } from './passkey-response.ts';

type PasskeyResponse = z.input<typeof passkey>;

const toResponse = ({ id, name, created_at, last_used_at }: Row<'passkey'>): PasskeyResponse => ({
  id,
  name,
  created_at: created_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
});

const selectPasskeys = (db: Kysely<Database>, userId: number) =>
  db.selectFrom('passkey').selectAll().where('ent_usr_id', '=', userId).orderBy('id', 'desc');

export const findPasskeys = async (db: Kysely<Database>, userId: number): Promise<PasskeyResponse[]> =>
  (await selectPasskeys(db, userId).execute()).map(toResponse);

function requireRoom(passkeys: readonly unknown[]): void {
  if (passkeys.length >= maxPasskeysPerUser)
    throw conflict(`You already have ${maxPasskeysPerUser} passkeys, the maximum. Remove one first.`);
}

/** Options for a browser to create a passkey. Throws 409, 422 WRONG_PASSWORD. */
export async function startPasskey(services: Services, caller: Caller): Promise<{ options: string }> {
  const sessionId = requireSession(caller);
  const site = passkeySite(services);
  return runCommand(services, caller, async (trx) => {
    await lockCaller(trx, caller);
    await consumeReauthentication(trx, services.clock, caller);
    const passkeys = await selectPasskeys(trx, personOf(caller)).execute();
    requireRoom(passkeys);
    const email = await emailOf(trx, caller);
    const options = await generateRegistrationOptions({
      rpName: site.id,
      rpID: site.id,
      userName: email,
      userID: new TextEncoder().encode(String(personOf(caller))),
      challenge: createPasskeyChallenge(services, `add ${sessionId}`),
      excludeCredentials: passkeys.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
      // Found without an email, and the device verifies the person.
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    return { answer: { options: JSON.stringify(options) }, audit: null };
  });
}

/** Adds the passkey from the browser. Throws 409, 422. */
export async function addPasskey(
  services: Services,
  caller: Caller,
  given: { name: string; response: string; device: ClientDevice },
): Promise<PasskeyResponse> {
  const sessionId = requireSession(caller);
  const name = given.name.trim();
  if (name === '') throw invalidFields({ name: [{ code: 'REQUIRED', message: 'is required' }] });
  const made = await verifyRegistration(services, `add ${sessionId}`, given.response);
  const notAccepted = () =>
    invalidFields({
      response: [{ code: 'TOO_LONG', message: 'is not a response to this request, or has expired. Try again.' }],
    });
  if (!made) throw notAccepted();
  return runCommand(services, caller, async (trx) => {
    await lockCaller(trx, caller);
    requireRoom(await selectPasskeys(trx, personOf(caller)).execute());
    if (!(await usePasskeyChallenge(trx, services, made.challenge))) throw notAccepted();
    await confirmFactorOfSession(services, trx, sessionId);
    const row = await trx
      .insertInto('passkey')
      .values({
        ...made.passkey,
        ent_usr_id: personOf(caller),
        name,
        created_at: services.clock(),
        last_used_at: null,
      })
      .onConflict((of) => of.column('credential_id').doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!row) throw conflict('This passkey is already registered. Use another one.');
    await mailOwner(services, trx, personOf(caller), name, given.device);
    return {
      answer: toResponse(row),
      audit: {
        action: 'security:addPasskey',
        target: { type: 'ent_usr', id: personOf(caller) },
        after: { passkey: name },
      },
    };
  }).catch(async (error) => {
    // The rollback made the challenge usable again.
    if (error instanceof Failure)
      await services.db.transaction().execute((trx) => usePasskeyChallenge(trx, services, made.challenge));
    throw error;
  });
}

async function mailOwner(
  { clock, mailer, settings }: Services,
  trx: Transaction<Database>,
  userId: number,
  passkeyName: string,
  { address }: ClientDevice,
): Promise<void> {
  const owner = await trx
    .selectFrom('ent_usr')
    .select(['email', 'firstname'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const link = new URL('/profile?tab=security', settings.publicUrl);
  const mail = passkeyAddedMail({ name: owner.firstname, passkeyName, address, at: clock(), link });
  await mailer.send(trx, { to: owner.email, ...mail });
}

/** Removes and returns a passkey. Throws 404, 409 for a required factor, 422 WRONG_PASSWORD. */
export async function removePasskey(services: Services, caller: Caller, passkeyId: number): Promise<PasskeyResponse> {
  return runCommand(services, caller, async (trx) => {
    await lockCaller(trx, caller);
    await consumeReauthentication(trx, services.clock, caller);
    const removed = await trx
      .deleteFrom('passkey')
      .where('id', '=', passkeyId)
      .where('ent_usr_id', '=', personOf(caller))
      .returningAll()
      .executeTakeFirst();
    if (!removed) throw notFound();
    await requireRemainingFactor(trx, personOf(caller));
    return {
      answer: toResponse(removed),
      audit: {
        action: 'security:removePasskey',
        target: { type: 'ent_usr', id: personOf(caller) },
        before: { passkey: removed.name },
      },
    };
  });
}
