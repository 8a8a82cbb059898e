import { readableAttentionKinds } from '@console/contract/attention';
import { pendingCalls } from '@console/contract/calls/pending';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Caller } from '../core/access/caller.ts';
import { lockCaller, lockUser } from '../core/access/locks.ts';
import { personOf } from '../core/access/person.ts';
import type { Services } from '../core/access/services.ts';
import { publicActor } from '../core/base/audit-entry.ts';
import { clientAddress } from '../core/base/client-address.ts';
import { invalidToken } from '../core/base/failure.ts';
import { hashSecret } from '../core/base/keys.ts';
import { noteAccount } from '../core/base/request-account.ts';
import { readLists } from '../core/database/read-replica.ts';
import type { Database } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import { route } from '../core/http/route.ts';
import { limitTokenAttempts } from '../invitations/token-attempts.ts';
import { readPending } from './pending-items.ts';

export function pendingRoutes(app: FastifyInstance, services: Services): void {
  const { db, clock, settings } = services;
  if (!settings.extensions) return;

  route(app, pendingCalls.pendingItems, {}, async ({ caller, query }) => {
    const person = { ...caller, userId: personOf(caller) };
    const readable = readableAttentionKinds(query.kinds);
    const items = await readLists(services, (source) => readPending(source, person, clock()));
    return { pendingItems: items.filter(({ kind }) => readable.includes(kind)) };
  });

  route(app, pendingCalls.pendingEmails, {}, async ({ caller }) => ({
    pendingEmails: await readPendingEmails(db, personOf(caller)),
  }));

  route(app, pendingCalls.setPendingEmails, {}, ({ caller, body }) => setPendingEmails(services, caller, body.isOn));

  route(app, pendingCalls.endPendingEmails, {}, async ({ body, request }) => {
    const address = clientAddress(request, settings.trustedGateways);
    const user = await limitTokenAttempts(services, address, () => findByDigest(services, body.token));
    if (!user) throw invalidToken();
    noteAccount(user.id);
    await runCommand(services, publicActor(user, { requestId: request.id, address }), async (trx) => {
      await lockUser(trx, user.id);
      return { answer: undefined, audit: await turn(services, trx, user.id, false, { by: 'email' }) };
    });
    return {};
  });
}

/** Finds the user by the token of an email's link. */
const findByDigest = ({ db, clock }: Services, token: string) =>
  db
    .selectFrom('digest_email')
    .innerJoin('ent_usr', 'ent_usr.id', 'digest_email.ent_usr_id')
    .select(['ent_usr.id', 'ent_usr.ent_org_id'])
    .where('token_hash', '=', hashSecret(token))
    .where('expires_at', '>', clock())
    .executeTakeFirst();

async function readPendingEmails(db: Kysely<Database>, userId: number) {
  const row = await db
    .selectFrom('ent_usr')
    .leftJoin('ent_org', 'ent_org.id', 'ent_usr.ent_org_id')
    .select(['digest_off_at', 'notification_frequency', 'time_zone'])
    .where('ent_usr.id', '=', userId)
    .executeTakeFirstOrThrow();
  return {
    isOn: row.digest_off_at === null,
    frequency: row.notification_frequency,
    timeZone: row.time_zone ?? 'UTC',
  };
}

const setPendingEmails = (services: Services, caller: Caller, isOn: boolean) =>
  runCommand(services, caller, async (trx) => {
    const userId = personOf(caller);
    await lockCaller(trx, caller);
    const audit = await turn(services, trx, userId, isOn, { by: 'profile' });
    return { answer: { pendingEmails: await readPendingEmails(trx, userId) }, audit };
  });

/** Turns pending items emails on or off; returns the event, null if unchanged. The caller has locked the user. */
async function turn(
  { clock }: Services,
  trx: Kysely<Database>,
  userId: number,
  isOn: boolean,
  { by }: { by: 'email' | 'profile' },
) {
  const { numUpdatedRows } = await trx
    .updateTable('ent_usr')
    .set({ digest_off_at: isOn ? null : clock() })
    .where('id', '=', userId)
    .where('digest_off_at', isOn ? 'is not' : 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return null;
  const target = { type: 'ent_usr', id: userId };
  return { action: 'account:digest', target, before: { digests: !isOn }, after: { digests: isOn, by } };
}
