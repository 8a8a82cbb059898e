import type { FieldProblem } from '@console/contract/errors';
import { type Kysely, sql, type Transaction } from 'kysely';
import { auditedForbidden } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import { lockManagedUser, readManagedUser } from '../core/access/locks.ts';
import { consumeReauthentication } from '../core/access/reauthentication.ts';
import type { Services } from '../core/access/services.ts';
import { conflict, invalidFields } from '../core/base/failure.ts';
import { emailSpellings } from '../core/database/email-spelling.ts';
import type { Database } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import { selectUsers, type UserRow } from '../core/database/user-response.ts';
import { countErasureChanges, type ErasureChange } from './count-erasure-changes.ts';
import { eraseUsers } from './erase-users.ts';
import type { ErasedId } from './erased-ids.ts';
import { type KeptReview, readKeptReviews } from './kept-reviews.ts';

const action = 'privacy:erase';

type Obstacle = 'ACTIVE' | 'DUTIES' | 'EXTERNAL_ACCESS';

const obstacleTexts: Record<Obstacle, string> = {
  ACTIVE: 'The user is active. Deactivate the user first.',
  DUTIES:
    'The user is a responder or the main Organiser. Make another user the main Organiser, or assign another responder in that module.',
  EXTERNAL_ACCESS:
    'The user has access to another organisation, or is invited to one. Remove that access or revoke the invitation first.',
};

const otherEmail: FieldProblem = { code: 'OTHER', message: 'is not the email address of this user' };

interface ErasurePlan {
  isErased: boolean;
  obstacle: Obstacle | null;
  changes: ErasureChange[];
  reviews: KeptReview[];
}

/** Obstacles, changes and remains of an erasure. Throws 403 by role and for oneself, 404. */
export async function planErasure({ db }: Services, caller: Caller, userId: number): Promise<ErasurePlan> {
  if (userId === caller.userId) throw auditedForbidden(action, 'oneself', { type: 'ent_usr', id: userId });
  const user = await readManagedUser(db, caller, action, userId);
  const { erased_at } = await readErasedAt(db, userId);
  return {
    isErased: erased_at !== null,
    obstacle: erased_at === null ? await findObstacle(db, user) : null,
    changes: erased_at === null ? await countErasureChanges(db, userId) : [],
    reviews: await readKeptReviews(db, userId),
  };
}

/**
 * Erases a user for ever; `continueErasures` follows. `log` gets the line of ERASED_IDS before the commit. Throws 403 by
 * role and for oneself, 404, 409 for access or responsibilities, 422 for another email, WRONG_PASSWORD.
 */
export async function erasePerson(
  services: Services,
  caller: Caller,
  { userId, email }: { userId: number; email: string },
  log: (line: ErasedId) => void,
): Promise<UserRow> {
  const target = { type: 'ent_usr', id: userId };
  if (userId === caller.userId) throw auditedForbidden(action, 'oneself', target);
  return eraseUsers(services, (erase) =>
    runCommand(services, caller, async (trx) => {
      const { user } = await lockManagedUser(trx, caller, action, userId, {
        withOrganisation: true,
        withCaller: true,
      });
      const { erased_at } = await readErasedAt(trx, userId);
      await consumeReauthentication(trx, services.clock, caller, { isNeeded: erased_at === null });
      if (erased_at !== null) return { answer: user, audit: null };
      if (!emailSpellings([email]).includes(user.email.toLowerCase())) throw invalidFields({ email: [otherEmail] });
      const obstacle = await findObstacle(trx, user);
      if (obstacle) throw conflict(obstacleTexts[obstacle]);
      for (const line of await erase(trx, [userId])) log(line);
      const answer = await selectUsers(trx).where('ent_usr.id', '=', userId).executeTakeFirstOrThrow();
      return { answer, audit: { action, target, organisationId: user.ent_org_id } };
    }),
  );
}

const readErasedAt = (db: Kysely<Database>, userId: number) =>
  db.selectFrom('ent_usr').select('erased_at').where('id', '=', userId).executeTakeFirstOrThrow();

/** A member must be deactivated; an external user must have no access left. */
async function findObstacle(
  db: Kysely<Database> | Transaction<Database>,
  { id, ent_org_id, is_disabled }: UserRow,
): Promise<Obstacle | null> {
  if (ent_org_id !== null && !is_disabled) return 'ACTIVE';
  const { rows } = await sql<{ has_duties: boolean; has_mapping: boolean }>`select
    exists (select from responder where ent_usr_id = ${id}::int)
      or exists (select from ent_org where organizer_id = ${id}::int) as has_duties,
    exists (select from user_mapping where ent_usr_id = ${id}::int and activated is distinct from false) as has_mapping`.execute(
    db,
  );
  if (rows[0]?.has_duties) return 'DUTIES';
  return ent_org_id === null && rows[0]?.has_mapping ? 'EXTERNAL_ACCESS' : null;
}
