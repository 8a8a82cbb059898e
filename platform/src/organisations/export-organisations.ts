import type { extensionCalls } from '@console/contract/calls/extensions';
import type { z } from 'zod';
import { allowedOrganisations } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import type { Services } from '../core/access/services.ts';
import type { ExportedList } from '../core/database/list.ts';
import { toOrganisationAnswer } from '../core/database/organisation-answer.ts';
import { parseOrganisationFilter } from './all-organisations.routes.ts';
import { organisationsStore } from './organisations.store.ts';

/** The active and disabled organisations in one order. */
export async function exportOrganisations(
  _: Services,
  caller: Caller,
  query: z.output<typeof extensionCalls.allOrgs.query>,
  limit: number,
): Promise<ExportedList> {
  const { order_by: by = 'updated_at', direction = 'asc' } = query;
  const allowed = allowedOrganisations(caller, 'organisations:list');
  const filter = parseOrganisationFilter(query);
  return {
    ids: (db) => organisationsStore(db, allowed).ids(filter, { by, direction }, limit),
    async read(db, some) {
      const organisations = organisationsStore(db, allowed);
      const rows = await organisations.byIds(some);
      const organisers = await organisations.findOrganisers(rows);
      return rows.map((row) => toOrganisationAnswer(row, organisers.get(row.organizer_id)));
    },
    organisationId: null,
  };
}
