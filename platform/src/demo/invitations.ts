import { addMs, dayMs } from '../core/base/clock.ts';
import type { NewRow } from '../core/database/schema.ts';
import type { SeededOrganisation, SeededUser } from './mappings.ts';

const linkDays = 7;

/** Invitations of users without a password, and of external users. Expiries before today are already in the activity. */
export const demoInvitations = (
  guests: readonly Omit<SeededUser, 'roleId'>[],
  externalUsers: readonly NewRow<'user_mapping'>[],
  organisations: readonly SeededOrganisation[],
  today: Date,
): NewRow<'invitation'>[] => [
  ...guests.map(({ id, organisationId, created_at }) => ({
    ent_org_id: organisationId,
    ent_usr_id: id,
    kind: 'user' as const,
    requester_id: organisations.find((one) => one.id === organisationId)?.organiserId ?? null,
    sent_at: created_at,
    expires_at: addMs(created_at, linkDays * dayMs),
    expiry_seen: today,
  })),
  ...externalUsers.map(({ mapped_org_id, ent_usr_id, requester_id, created_at }) => ({
    ent_org_id: mapped_org_id,
    ent_usr_id,
    kind: 'external_user' as const,
    requester_id,
    sent_at: created_at,
  })),
];
