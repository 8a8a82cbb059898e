import type { auditCalls } from '@console/contract/calls/audit';
import type { z } from 'zod';
import type { Caller } from '../core/access/caller.ts';
import type { Services } from '../core/access/services.ts';
import type { ExportedList } from '../core/database/list.ts';
import { parseAuditQuery } from './audit.routes.ts';
import { auditEventIds, auditEventsByIds } from './audit.store.ts';
import { toAuditEventResponses } from './audit-event.ts';
import { searchedEventIds } from './search-events.ts';
import { countUploadedUsers } from './upload-events.ts';

export async function exportActivity(
  services: Services,
  caller: Caller,
  query: z.output<typeof auditCalls.auditEvents.query>,
  limit: number,
): Promise<ExportedList> {
  const { allowed, filter, order, words } = await parseAuditQuery(services, caller, query);
  return {
    ids: (db) =>
      words
        ? searchedEventIds(db, allowed, filter, order, words, limit)
        : auditEventIds(db, allowed, filter, order, limit),
    async read(db, some) {
      const rows = await auditEventsByIds(db, allowed, some);
      const uploadCounts = query.uploads ? await countUploadedUsers(db, rows) : new Map<number, number>();
      return toAuditEventResponses(db, allowed, rows, uploadCounts);
    },
    organisationId: filter.organisationId ?? null,
  };
}
