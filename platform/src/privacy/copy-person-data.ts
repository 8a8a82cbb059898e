import type { Readable } from 'node:stream';
import { scopeOf } from '@console/contract/access';
import { newSecret } from '@console/server-base/secret-file';
import { type Kysely, sql, type Transaction } from 'kysely';
import {
  auditedForbidden,
  auditedNotFound,
  authorizeOrganisation,
  requireManageableRole,
} from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import { lockCaller } from '../core/access/locks.ts';
import { personOf } from '../core/access/person.ts';
import { consumeReauthentication } from '../core/access/reauthentication.ts';
import type { Services } from '../core/access/services.ts';
import { addMs, type Clock, hourMs, secondMs } from '../core/base/clock.ts';
import { notFound, refused } from '../core/base/failure.ts';
import { createSecretCipher } from '../core/base/secret-cipher.ts';
import { requireUnchangedCaller } from '../core/database/current-caller.ts';
import { countAttempt, tryCountAttempt } from '../core/database/limits.ts';
import type { Database } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import { roleOf, selectUsers } from '../core/database/user-response.ts';
import { personDataFile } from './person-data-file.ts';
import type { CopiedPerson } from './person-rows.ts';
import { dataCopiedMail } from './privacy-mail-texts.ts';

const action = 'privacy:copy';
const validMs = 60 * secondMs;
/** Limits of copies of a person by one caller, and of emails to a person about copies by users of an organisation. */
const fiveAnHour = { max: 5, windowMs: hourMs };

interface Token {
  id: string;
  userId: number;
  expiresAt: number;
}

const cipherOf = ({ settings }: Services) => createSecretCipher(settings.secrets, 'copy of personal data');
/** A token is bound to its session. */
const ownerOf = ({ sessionId }: Caller) => `session ${sessionId}`;

/** Allows the session one download of a user's data. Throws 403, 404, 422 without a password or if erased, 429. */
export function startPersonDataCopy(services: Services, caller: Caller, userId: number) {
  const { clock, mailer, settings } = services;
  return runCommand(services, caller, async (trx) => {
    await lockCaller(trx, caller);
    const { erasedAt, organisationId, homeId, email, name } = await readCopiedPerson(trx, caller, userId);
    if (erasedAt !== null) throw refused('This is not possible, because the personal data of this user was erased.');
    await consumeReauthentication(trx, clock, caller);
    const callerId = personOf(caller);
    await countAttempt(trx, clock, `privacy:copy:${userId}:${callerId}`, fiveAnHour);
    const at = clock();
    const isOwn = userId === callerId;
    if (isOwn || (await tryCountEmail(trx, clock, { userId, callerId, organisationId }))) {
      const by = isOwn ? null : await nameOf(trx, callerId);
      const link = new URL('/profile', settings.publicUrl);
      await mailer.send(trx, { to: email, ...dataCopiedMail({ name, by, at, link }) });
    }
    const expiresAt = addMs(at, validMs);
    const token: Token = { id: newSecret(), userId, expiresAt: expiresAt.getTime() };
    return {
      answer: {
        token: cipherOf(services).encrypt(JSON.stringify(token), ownerOf(caller)),
        expires_at: expiresAt.toISOString(),
      },
      audit: { action, target: { type: 'ent_usr', id: userId }, organisationId: organisationId ?? homeId },
    };
  });
}

/** One email an hour per caller, and few per organisation: its callers must not fill a mailbox, nor hide others' copies. */
const tryCountEmail = async (
  trx: Transaction<Database>,
  clock: Clock,
  { userId, callerId, organisationId }: { userId: number; callerId: number; organisationId: number | null },
) =>
  (await tryCountAttempt(trx, clock, `privacy:copy-email:${userId}:${callerId}`, { ...fiveAnHour, max: 1 })) &&
  (await tryCountAttempt(trx, clock, `privacy:copy-email:${userId}:of:${organisationId}`, fiveAnHour));

/** File of a started copy. Throws 404 for a foreign, expired or used token, and like starting. */
export async function openPersonData(services: Services, caller: Caller, text: string): Promise<Readable> {
  const { db, clock } = services;
  const content = cipherOf(services).decrypt(text, ownerOf(caller));
  const token = content === null ? null : (JSON.parse(content) as Token);
  if (token === null || clock().getTime() >= token.expiresAt) throw notFound();
  const person = await readCopiedPerson(db, caller, token.userId);
  const once = { max: 1, windowMs: 2 * validMs };
  if (!(await tryCountAttempt(db, clock, `privacy:download:${token.id}`, once))) throw notFound();
  return personDataFile(db, person, clock(), () => requireUnchangedCaller(db, caller));
}

/** A user and the data that the caller may copy: all of their own, otherwise by role. Throws audited 403 and 404. */
async function readCopiedPerson(db: Kysely<Database>, caller: Caller, userId: number) {
  const target = { type: 'ent_usr', id: userId };
  const isOwn = userId === personOf(caller);
  const scope = isOwn ? 'any' : scopeOf(caller, action);
  if (scope === null) throw auditedForbidden(action, 'role', target);
  const organisationId = scope === 'any' ? null : Number(caller.organisationId ?? 0);
  const user = await selectUsers(db)
    .select('ent_usr.erased_at')
    .where('ent_usr.id', '=', userId)
    .where(
      organisationId === null
        ? sql<boolean>`true`
        : sql<boolean>`(ent_usr.ent_org_id = ${organisationId} or exists (select from user_mapping
            where ent_usr_id = ent_usr.id and mapped_org_id = ${organisationId} and activated))`,
    )
    .executeTakeFirst();
  if (!user) throw auditedNotFound(action, target);
  const isExternal = organisationId !== null && user.ent_org_id !== organisationId;
  // The organisation sees no data of an external user that depends on the role in another organisation.
  if (!isOwn && !isExternal) {
    authorizeOrganisation(caller, action, user.ent_org_id ?? 0, target);
    requireManageableRole(caller, action, roleOf(user), target);
  }
  const { id, email, firstname: name, ent_org_id: homeId, erased_at: erasedAt } = user;
  return { id, email, name, homeId, organisationId, erasedAt } satisfies CopiedPerson & Record<string, unknown>;
}

async function nameOf(db: Kysely<Database>, id: number): Promise<string> {
  const user = await db
    .selectFrom('ent_usr')
    .select(['firstname', 'lastname', 'email'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return [user.firstname, user.lastname].filter(Boolean).join(' ') || user.email;
}
