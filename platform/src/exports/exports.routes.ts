import { Readable } from 'node:stream';
import { scopeOf } from '@console/contract/access';
import { auditCalls, auditEvent } from '@console/contract/calls/audit';
import { exportsCalls } from '@console/contract/calls/exports';
import { extensionCalls } from '@console/contract/calls/extensions';
import { externalUser } from '@console/contract/calls/external-users';
import { invitationsCalls, orgInvitation } from '@console/contract/calls/invitations';
import { type ListName, lists, type StreamedListName } from '@console/contract/lists';
import { entOrg, entUsr, id } from '@console/contract/shapes';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { exportActivity } from '../audit/export-activity.ts';
import { auditedForbidden, authorizeExistingOrganisation } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import type { Services } from '../core/access/services.ts';
import type { AuditEntry } from '../core/base/audit-entry.ts';
import { minuteMs } from '../core/base/clock.ts';
import { conflict } from '../core/base/failure.ts';
import { parseId } from '../core/base/parse-id.ts';
import { requireUnchangedCaller } from '../core/database/current-caller.ts';
import { tryCountAttempt } from '../core/database/limits.ts';
import { type ExportedList, inOrderOf } from '../core/database/list.ts';
import { readLists } from '../core/database/read-replica.ts';
import { runCommand } from '../core/database/transaction.ts';
import { requireGatewayProof } from '../core/http/gateway-secret.ts';
import { route } from '../core/http/route.ts';
import { parseInput } from '../core/http/validate.ts';
import { exportExternalUsers } from '../external-users/list-external-users.ts';
import { exportInvitations } from '../invitations/invitations.routes.ts';
import { exportOrganisations } from '../organisations/all-organisations.routes.ts';
import { exportAllUsers, exportUsers } from '../users/all-users.routes.ts';

const batch = 500;
const lineOf = (value: object) => `${JSON.stringify(value)}\n`;

interface ExportedRows {
  ids: Int32Array;
  read: (ids: number[]) => Promise<{ id: number }[]>;
  authorize: () => Promise<void>;
}

/** Lines of an export, a statement per batch: a slow reader must not hold a snapshot. Calls `record` once, at the end or when the reader is gone. */
function exportStream(
  { ids, read, authorize }: ExportedRows,
  limit: number,
  record: (rows: number, isCut: boolean) => Promise<unknown>,
  onUnrecorded: (error: unknown) => void,
): Readable {
  async function* lines() {
    yield lineOf({ total: ids.length });
    if (ids.length > limit) return;
    let written = 0;
    let isWhole = false;
    try {
      for (let start = 0; start < ids.length; start += batch) {
        if (start > 0) await authorize();
        const wanted = Array.from(ids.subarray(start, start + batch));
        const rows = inOrderOf(wanted, await read(wanted));
        yield rows.map(lineOf).join('');
        written += rows.length;
      }
      await record(written, false);
      isWhole = true;
      yield lineOf({ end: written });
    } finally {
      if (!isWhole) await record(written, true).catch(onUnrecorded);
    }
  }
  return Readable.from(lines(), { objectMode: false, highWaterMark: 1 });
}

type Open = (services: Services, caller: Caller, query: unknown, limit: number) => Promise<ExportedList>;

/** Opens a list with its call's query; rows have the fields of the declared response. */
const openAs =
  <Q extends z.ZodObject>(
    { query: schema }: { query: Q },
    row: z.ZodType,
    open: (services: Services, caller: Caller, query: z.output<Q>, limit: number) => Promise<ExportedList>,
  ): Open =>
  async (services, caller, query, limit) => {
    const { read, ...list } = await open(services, caller, parseInput(schema, query), limit);
    return { ...list, read: async (db, ids) => z.array(row).parse(await read(db, ids)) as { id: number }[] };
  };

const streams: Record<StreamedListName, Open> = {
  users: openAs(extensionCalls.allUsers, entUsr, exportUsers),
  all_users: openAs(extensionCalls.allUsers, entUsr, exportAllUsers),
  external_users: openAs(extensionCalls.externalUsers, externalUser.extend({ id }), exportExternalUsers),
  organisations: openAs(extensionCalls.allOrgs, entOrg, exportOrganisations),
  invitations: openAs(invitationsCalls.invitations, orgInvitation, exportInvitations),
  activity: openAs(auditCalls.auditEvents, auditEvent, exportActivity),
};

/** Query parameters that are not filters. */
const unfiltered = ['org_id', 'order_by', 'direction', 'limit', 'offset', 'after', 'before', 'last'];

export function exportsRoutes(app: FastifyInstance, services: Services): void {
  const { db, clock, settings } = services;
  if (!settings.extensions) return;

  route(app, exportsCalls.exportRows, {}, async ({ caller, body: { list, query, limit, once }, reply }) => {
    const opened = await streams[list](services, caller, query, limit + 1);
    const ids = await readLists(services, opened.ids);
    const read = (some: number[]) => readLists(services, (source) => opened.read(source, some));
    if (once && !(await tryCountAttempt(db, clock, `export:${once}`, { max: 1, windowMs: 2 * minuteMs })))
      throw conflict('This export was already downloaded. Export the list again.');
    const filters = Object.keys(query).filter((name) => !unfiltered.includes(name));
    const record = (rows: number, isCut: boolean) =>
      recordExport(services, caller, { list, organisationId: opened.organisationId, filters, rows, isCut });
    const authorize = () => requireUnchangedCaller(db, caller);
    const answer = exportStream({ ids, read, authorize }, limit, record, (err) =>
      app.log.error({ err }, 'export not recorded'),
    );
    // The stream starts with the declared response as its first line.
    return reply.type('application/x-ndjson').send(answer) as never;
  });

  const before = requireGatewayProof(services);
  if (!before) return;
  route(
    app,
    exportsCalls.recordExport,
    { before },
    async ({ caller, body: { list, org_id, filters, rows, is_cut } }) => {
      const organisationId = org_id === undefined ? null : parseId(org_id);
      await authorizeList(services, caller, list, organisationId);
      await recordExport(services, caller, { list, organisationId, filters, rows, isCut: is_cut });
      return {};
    },
  );
}

/** Like the list itself: without an organisation it is one of all organisations. */
async function authorizeList({ db }: Services, caller: Caller, list: ListName, organisationId: number | null) {
  const { action } = lists[list];
  if (organisationId !== null) await authorizeExistingOrganisation(db, caller, action, organisationId);
  else if (scopeOf(caller, action) !== 'any') throw auditedForbidden(action, 'role', { type: 'list', id: list });
}

interface Export {
  list: ListName;
  organisationId: number | null;
  filters: readonly string[];
  rows: number;
  isCut: boolean;
}

function recordExport(services: Services, caller: Caller, { list, organisationId, filters, rows, isCut }: Export) {
  const audit: AuditEntry = {
    action: 'lists:export',
    target: { type: 'list', id: list },
    organisationId,
    after: { rows, ...(filters.length > 0 && { filters }), ...(isCut && { is_cut: true }) },
  };
  // Also recorded if the caller has changed since: the rows were sent.
  return runCommand(services, caller, async () => ({ answer: null, audit }));
}
