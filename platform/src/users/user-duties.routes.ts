import { type Action, scopeOf } from '@console/contract/access';
import {
  maxListedExternalOrganisations,
  maxListedSupervisedUsers,
  userDutiesCalls,
} from '@console/contract/calls/user-duties';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../core/access/caller.ts';
import { readManagedUser } from '../core/access/locks.ts';
import type { Services } from '../core/access/services.ts';
import { selectActiveSessions } from '../core/access/sessions.ts';
import { countUsableKeys } from '../core/access/usable-keys.ts';
import { parseId } from '../core/base/parse-id.ts';
import { selectUsers, toUserResponse, type UserRow } from '../core/database/user-response.ts';
import { route } from '../core/http/route.ts';
import { isSeniorPost } from './designations.ts';
import { isSupervisedBy } from './supervised-users.ts';
import { findDutyKeys } from './user-duty-keys.ts';
import { usersStore } from './users.store.ts';

const action: Action = 'users:deactivate';

/** Responsibilities and keys that depend on a user before a deactivation, and the user's open sessions; an extension. */
export function userDutiesRoutes(app: FastifyInstance, services: Services): void {
  const { db, clock, settings } = services;
  if (!settings.extensions) return;

  route(app, userDutiesCalls.userDuties, { action }, async ({ caller, query }) => {
    const user = await readManagedUser(db, caller, action, parseId(query.user_id));
    const kinds = await usersStore(db, 'any').responders({ userIds: [user.id] });
    const organised = await db
      .selectFrom('ent_org')
      .select('id')
      .where('organizer_id', '=', user.id)
      .executeTakeFirst();
    const sessions = await selectActiveSessions(services).select('id').where('ent_usr_id', '=', user.id).execute();
    const supervised = await findSupervised(services, user);
    const movable = [
      ...(supervised.supervised_count > 0 && maySee(caller, 'users:edit') ? (['SUPERVISED_USERS'] as const) : []),
      ...(organised && maySee(caller, 'organisations:changeOrganiser') ? (['ORGANISER'] as const) : []),
    ];
    return {
      responder_kinds: kinds.map(({ kind }) => kind),
      senior_post: !user.is_disabled && isSeniorPost(user.designation) ? user.designation : null,
      is_organiser: organised !== undefined,
      ...supervised,
      api_key_count: maySee(caller, 'keys:view') ? await countUsableKeys(db, clock(), { ent_usr_id: user.id }) : null,
      api_keys: maySee(caller, 'keys:view') ? await findDutyKeys(services, caller, user) : null,
      movable_duties: movable,
      session_count: maySee(caller, 'security:view') ? sessions.length : null,
      external_organisations: await findExternalOrganisations(services, user),
    };
  });
}

const maySee = (caller: Caller, what: Action) => scopeOf(caller, what) !== null;

async function findSupervised({ db }: Services, user: UserRow) {
  const isSupervised = isSupervisedBy(user);
  const { count } = await db
    .selectFrom('ent_usr')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(isSupervised)
    .executeTakeFirstOrThrow();
  const first = await selectUsers(db)
    .where(isSupervised)
    .orderBy('ent_usr.firstname')
    .orderBy('ent_usr.id')
    .limit(maxListedSupervisedUsers)
    .execute();
  return { supervised_count: Number(count), supervised_users: first.map(toUserResponse) };
}

function findExternalOrganisations({ db }: Services, { id, ent_org_id }: UserRow) {
  return db
    .selectFrom('user_mapping')
    .innerJoin('ent_org', 'ent_org.id', 'user_mapping.mapped_org_id')
    .select(['ent_org.id', 'ent_org.brandname'])
    .where('user_mapping.ent_usr_id', '=', id)
    .where('user_mapping.activated', '=', true)
    .where('user_mapping.mapped_org_id', 'is distinct from', ent_org_id)
    .orderBy('ent_org.brandname')
    .orderBy('ent_org.id')
    .limit(maxListedExternalOrganisations)
    .execute();
}
