import type { invitationsCalls } from '@console/contract/calls/invitations';
import type { z } from 'zod';
import type { Caller } from '../core/access/caller.ts';
import type { Services } from '../core/access/services.ts';
import type { ExportedList } from '../core/database/list.ts';
import { parseInvitationQuery } from './invitations.routes.ts';
import { invitationsStore, toInvitationAnswers } from './invitations.store.ts';

/** The invitations of an organisation that the caller may see. */
export async function exportInvitations(
  services: Services,
  caller: Caller,
  query: z.output<typeof invitationsCalls.invitations.query>,
  limit: number,
): Promise<ExportedList> {
  const { db, clock } = services;
  const { id, allowed, filter } = await parseInvitationQuery(db, caller, query);
  const store = invitationsStore(db, clock(), allowed);
  const read = async (some: number[]) => toInvitationAnswers(services, db, allowed, await store.byIds(some));
  return { ids: await store.ids(id, filter, limit), read, organisationId: id };
}
