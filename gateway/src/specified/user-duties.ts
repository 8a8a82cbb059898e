import { userDutiesCalls } from '@console/contract/calls/user-duties';
import { seniorPosts } from '@console/contract/rules';
import type { Context } from '../core/context.ts';
import { readRows } from '../product-api/lists.ts';
import { readOrganisation } from '../product-api/reads.ts';
import { boolOf, idOf, integerOf, recordOf, textOf, toWireId, type UserBody, userOf } from '../product-api/shape.ts';
import { organisationRefOf } from './mapping-row.ts';
import type { OrganisationRef } from './mapping-shapes.ts';
import { type ResponderKind, Responders } from './responders.ts';

/** What depends on a user, and open sessions, shown before a deactivation. */
export interface DutiesBody {
  responder: Record<ResponderKind, boolean | null>;
  seniorDesignation: string | null;
  isOrganiser: boolean | null;
  supervisedUserCount: number | null;
  supervisedUsers: UserBody[] | null;
  apiKeyCount: number | null;
  sessionCount: number | null;
  externalOrganisations: OrganisationRef[] | null;
  /** Only our platform sends these fields. */
  apiKeys: unknown;
  movableDuties: unknown;
}

/** Responsibilities without a permission check: one call to our platform, otherwise from specified calls. */
export async function readDuties(context: Context, user: UserBody): Promise<DutiesBody> {
  return (await context.supports('extensions')) ? readExtended(context, user) : readSpecified(context, user);
}

async function readExtended({ api }: Context, user: UserBody): Promise<DutiesBody> {
  const call = userDutiesCalls.userDuties;
  const answer = await api.call(call, { query: { user_id: toWireId(idOf(user.id) ?? '') } });
  const kinds: readonly unknown[] = answer.responder_kinds ?? [];
  return {
    responder: {
      continuer: kinds.includes('continuer'),
      investigator: kinds.includes('investigator'),
      arc: kinds.includes('arc'),
    },
    seniorDesignation: textOf(answer.senior_post),
    isOrganiser: boolOf(answer.is_organiser),
    supervisedUserCount: integerOf(answer.supervised_count),
    supervisedUsers: readRows(call, answer.supervised_users, userOf, api.log),
    apiKeyCount: integerOf(answer.api_key_count),
    sessionCount: integerOf(answer.session_count),
    apiKeys: answer.api_keys,
    movableDuties: answer.movable_duties,
    externalOrganisations: readRows(call, answer.external_organisations, (body) => organisationRefOf(body), api.log),
  };
}

async function readSpecified(context: Context, user: UserBody): Promise<DutiesBody> {
  const [{ users }, isOrganiser] = await Promise.all([
    Responders.of(context).readFor(user),
    isOrganiserOf(context, user),
  ]);
  const id = idOf(user.id) ?? '';
  return {
    responder: {
      continuer: users.continuer?.has(id) ?? null,
      investigator: users.investigator?.has(id) ?? null,
      arc: users.arc?.has(id) ?? null,
    },
    seniorDesignation: seniorPosts.find((post) => post.id === textOf(user.designation))?.id ?? null,
    isOrganiser,
    supervisedUserCount: null,
    supervisedUsers: null,
    apiKeyCount: null,
    sessionCount: null,
    externalOrganisations: null,
    apiKeys: null,
    movableDuties: null,
  };
}

/** Null if the organisation is unreadable, or lacks the organiser. */
async function isOrganiserOf({ api }: Context, user: UserBody): Promise<boolean | null> {
  const organisationId = idOf(user.ent_org_id);
  const organisation = organisationId === null ? null : await readOrganisation(api, organisationId).catch(() => null);
  if (organisation?.organizer === undefined) return null;
  return idOf(recordOf(organisation.organizer).id) === idOf(user.id);
}
