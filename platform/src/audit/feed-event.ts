import type { CallAnswer } from '@console/contract/call';
import type { eventsCalls } from '@console/contract/calls/events';
import { type Kysely, sql } from 'kysely';
import type { AllowedOrganisations } from '../core/access/allowed-organisations.ts';
import type { Database } from '../core/database/schema.ts';
import type { AuditRow } from './audit.store.ts';
import { describeChanges, isPersonField } from './audit-changes.ts';
import { actorKind, withoutOperator } from './audit-event.ts';
import type { FeedRow } from './event-feed.ts';

type FeedEvent = CallAnswer<typeof eventsCalls.events>['events'][number];

/** Events of the feed in the REST shape, without the persons of organisations that are not allowed. */
export async function toFeedEvents<T extends FeedRow['type'] | null>(
  db: Kysely<Database>,
  allowed: AllowedOrganisations,
  rows: readonly (AuditRow & { type: T })[],
): Promise<(Omit<FeedEvent, 'type'> & { type: T })[]> {
  const actorIds = [...new Set(rows.map(({ ent_usr_id }) => ent_usr_id))];
  const actors = await db
    .selectFrom('ent_usr')
    .select(['id', 'ent_org_id'])
    .where(sql<boolean>`id = any(${actorIds}::int[])`)
    .execute();
  const organisations = new Map(actors.map(({ id, ent_org_id }) => [id, ent_org_id]));
  const roles = await db.selectFrom('role').select(['id', 'id_str']).execute();
  const roleNames = new Map(roles.map(({ id, id_str }) => [String(id), id_str]));
  return rows.map((row) => {
    const { ent_usr_id, code } = row;
    const isAllowed = (id: number | null | undefined) => allowed === 'any' || id === allowed.organisationId;
    const isHidden = ent_usr_id !== null && !isAllowed(organisations.get(ent_usr_id));
    const changes = code === null ? describeChanges(withoutOperator(row), roleNames, () => null) : [];
    return {
      id: row.id,
      number: row.position ?? 0,
      at: row.at.toISOString(),
      type: row.type,
      actor: {
        kind: actorKind(row),
        role: row.actor_role,
        ent_usr_id: isHidden ? null : ent_usr_id,
        api_key_id: isHidden ? null : row.api_key_id,
        client_address: isHidden ? null : row.client_address,
      },
      org_id: row.subject_org_id,
      other_org_id: row.other_org_id,
      target: { type: row.target_type, id: row.target_id },
      // A mapping's are persons of both organisations.
      changes: allowed === 'any' || row.target_type !== 'org_mapping' ? changes : changes.filter(isOfNoPerson),
      refusal: code === null ? null : { action: row.event, code, count: row.count },
    };
  });
}

const isOfNoPerson = ({ field }: { field: string }) => !isPersonField(field);
