import { roleByName } from '@console/contract/access';
import { auditTargetKindOf, schemaActionName, schemaActorKinds, schemaFieldName } from '@console/contract/event-form';
import { eventSchemaVersion } from '@console/contract/event-types';
import type { Event } from '@console/contract/generated/schema-types';
import { type Kysely, sql } from 'kysely';
import { type AllowedOrganisations, isOfAll } from '../core/access/allowed-organisations.ts';
import type { Database } from '../core/database/schema.ts';
import type { AuditRow } from './audit.store.ts';
import { describeChanges, isPersonField } from './audit-changes.ts';
import { actorKind, isActorHidden, shownChanges } from './audit-event.ts';
import type { FeedRow } from './event-feed.ts';

/** An event as the gateway, webhooks and the stream of the audit log send it. Only the stream has events without a type. */
type EventForm<T> = Omit<Event, 'type'> & { type: T };

/** Events of the feed, without people of organisations that are not allowed. */
export async function toFeedEvents<T extends FeedRow['type'] | null>(
  db: Kysely<Database>,
  allowed: AllowedOrganisations,
  rows: readonly (AuditRow & { type: T })[],
): Promise<EventForm<T>[]> {
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
    const isHidden = isActorHidden(allowed, row, organisations.get(ent_usr_id ?? 0));
    const changes = code === null ? describeChanges(shownChanges(row), roleNames, () => null) : [];
    // The people of a mapping belong to both organisations.
    const shown = isOfAll(allowed) || row.target_type !== 'org_mapping' ? changes : changes.filter(isOfNoPerson);
    return {
      id: String(row.id),
      number: row.position ?? 0,
      at: row.at.toISOString(),
      type: row.type,
      schemaVersion: eventSchemaVersion,
      actor: {
        kind: schemaActorKinds[actorKind(row)],
        roleKey: roleByName(row.actor_role),
        userId: isHidden ? null : idText(ent_usr_id),
        apiKeyId: isHidden ? null : idText(row.api_key_id),
        clientAddress: isHidden ? null : row.client_address,
      },
      organisationId: idText(row.subject_org_id),
      otherOrganisationId: idText(row.other_org_id),
      target: { kind: auditTargetKindOf(row.target_type), id: row.target_id },
      changes: shown.map(({ field, from, to }) => ({ field: schemaFieldName(field), from, to })),
      refusal: code === null ? null : { action: schemaActionName(row.event), code, count: row.count },
    };
  });
}

const isOfNoPerson = ({ field }: { field: string }) => !isPersonField(field);

const idText = (id: number | null): string | null => (id === null ? null : String(id));
