import type { rememberedDevice, userSession } from '@console/contract/calls/security';
import type { z } from 'zod';
import type { Caller } from '../core/access/caller.ts';
import type { Services } from '../core/access/services.ts';
import { selectActiveSessions } from '../core/access/sessions.ts';
import { describeUserAgent } from '../core/base/client-device.ts';
import type { Row } from '../core/database/schema.ts';

export type SessionResponse = z.input<typeof userSession>;

export type DeviceResponse = z.input<typeof rememberedDevice>;

/** Most sessions, and devices, that are listed. */
const mostListed = 100;

export const findActiveSessions = (services: Services, userId: number): Promise<Row<'session'>[]> =>
  selectActiveSessions(services)
    .selectAll()
    .where('ent_usr_id', '=', userId)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostListed)
    .execute();

export const findRememberedDevices = ({ db, clock }: Services, userId: number): Promise<Row<'remember_token'>[]> =>
  db
    .selectFrom('remember_token')
    .selectAll()
    .where('ent_usr_id', '=', userId)
    .where('expires_at', '>', clock())
    .orderBy('last_used_at', (order) => order.desc().nullsLast())
    .orderBy('id', 'desc')
    .limit(mostListed)
    .execute();

/** Account at the identity provider; null without one. */
export async function findProviderLink({ db }: Pick<Services, 'db'>, userId: number) {
  const link = await db
    .selectFrom('sso_link')
    .select(['issuer', 'created_at'])
    .where('ent_usr_id', '=', userId)
    .executeTakeFirst();
  return link ? { issuer: link.issuer, linked_at: link.created_at.toISOString() } : null;
}

export const toSessionResponse = ({ sessionId }: Caller, row: Row<'session'>): SessionResponse => ({
  ...toDeviceResponse(row),
  last_used_at: row.last_used_at.toISOString(),
  ended_at: row.ended_at?.toISOString() ?? null,
  is_current: row.id === sessionId,
});

export const toDeviceResponse = (row: Row<'session' | 'remember_token'>): DeviceResponse => ({
  id: row.id,
  ...describeUserAgent(row.user_agent),
  client_address: row.client_address,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
  expires_at: row.expires_at.toISOString(),
});
