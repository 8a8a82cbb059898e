import type { UserRow } from '../database/ent-usr.ts';
import type { Reach } from './allowed-organisations.ts';

/**
 * A user as somebody may see them who reaches so far: of a person of another organisation, whom a mapping shows to them, no telephone number and no
 * supervisor.
 */
export const seenUser = (reach: Reach, user: UserRow): UserRow =>
  reach === 'any' || user.ent_org_id === reach.organisationId
    ? user
    : { ...user, country_code: null, mobile: null, supervisor: null };
