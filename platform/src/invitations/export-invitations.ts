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
  const { clock } = services;
  const { id, allowed, filter } = await parseInvitationQuery(services.db, caller, query);
  const now = clock();
  return {
    ids: (db) => invitationsStore(db, now, allowed).ids(id, filter, limit),
    read: async (db, some) =>
      toInvitationAnswers(services, db, allowed, await invitationsStore(db, now, allowed).byIds(some)),
    organisationId: id,
  };
}
