import { StartError } from '@console/server-base/settings';
import { sql, type Transaction } from 'kysely';
import { z } from 'zod';
import { type LockedOrganisation, lockOrganisations } from '../core/access/locks.ts';
import type { Services } from '../core/access/services.ts';
import { type AuditEntry, systemActor } from '../core/base/audit-entry.ts';
import { operatorName } from '../core/base/operator-name.ts';
import type { Database } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import { insertOrganisationWithImages } from '../organisations/write-organisation.ts';
import { importUserLines, type LineResult, type UserLine } from './import-users.ts';
import { type OrganisationLine, parseImportLine, problemsOf } from './parse-import-line.ts';
import { readRoles } from './roles.ts';

type ImportServices = Pick<Services, 'db' | 'clock' | 'settings' | 'mailer'>;

/** Numbered lines of a file. `is_check`: nothing is written. */
const importRequest = z.strictObject({
  is_check: z.boolean(),
  is_inviting: z.boolean(),
  operator: operatorName,
  lines: z.array(z.tuple([z.number(), z.unknown()])),
});
type ImportRequest = z.infer<typeof importRequest>;

export const parseImportRequest = (request: unknown): ImportRequest => importRequest.parse(request);

/** Imports lines with their events in one transaction. Existing data is unchanged, so lines can be repeated; faulty ones are skipped. */
export async function importBatch(services: ImportServices, request: ImportRequest): Promise<LineResult[]> {
  if (request.is_inviting && services.settings.smtpUrl === undefined)
    throw new StartError('--invite needs a mail server. Set SMTP_URL. Nothing was changed.');
  return runCommand({ ...services, notices: null }, systemActor, async (trx) => {
    const { organisationLines, userLines, results } = await parseLines(trx, request);
    const names = [...organisationLines, ...userLines].map(({ organisation }) => organisation);
    const organisations = await lockNamed(trx, names);
    const made = await importOrganisationLines(services, trx, organisations, organisationLines, request);
    const added = await importUserLines(services, trx, organisations, userLines, request);
    const events = [...made.events, ...added.events];
    return {
      answer: [...results, ...made.results, ...added.results].toSorted((one, other) => one.line - other.line),
      audit:
        events.length === 0
          ? null
          : events.map((event) => ({ ...event, after: { ...event.after, operator: request.operator } })),
    };
  });
}

async function parseLines(trx: Transaction<Database>, { lines }: ImportRequest) {
  const roleIds = new Map(Array.from(await readRoles(trx), ([id, key]) => [key, id]));
  const [organisationLines, userLines, results]: [OrganisationLine[], UserLine[], LineResult[]] = [[], [], []];
  for (const [line, value] of lines) {
    try {
      const parsed = parseImportLine(line, value, roleIds);
      if (parsed.type === 'user') userLines.push(parsed);
      else organisationLines.push(parsed);
    } catch (error) {
      results.push({ line, state: 'faulty', problems: problemsOf(error) });
    }
  }
  return { organisationLines, userLines, results };
}

/** Locks organisations; returns them by name in lower case. */
async function lockNamed(
  trx: Transaction<Database>,
  names: readonly string[],
): Promise<Map<string, LockedOrganisation>> {
  const { rows } = await sql<{ name: string; id: number }>`select name, ent_org.id
    from (select distinct name from unnest(${names}::text[]) name) given inner join ent_org on lower(brandname) = name`.execute(
    trx,
  );
  const locked = await lockOrganisations(
    trx,
    rows.map(({ id }) => id),
  );
  return new Map(
    rows.flatMap(({ name, id }) => {
      const one = locked.get(id);
      return one ? [[name, one] as const] : [];
    }),
  );
}

/** Creates organisations and adds the new ones to `organisations`. */
async function importOrganisationLines(
  { clock }: ImportServices,
  trx: Transaction<Database>,
  organisations: Map<string, LockedOrganisation>,
  lines: readonly OrganisationLine[],
  { is_check }: ImportRequest,
): Promise<{ results: LineResult[]; events: AuditEntry[] }> {
  const results: LineResult[] = [];
  const events: AuditEntry[] = [];
  for (const { line, organisation: name, form } of lines) {
    if (organisations.has(name)) {
      results.push({ line, state: 'there' });
      continue;
    }
    const once = { brandname: name };
    const made: LineResult = {
      line,
      state: 'new',
      type: 'organisation',
      organisation: name,
      once,
      free: form.user_limit,
    };
    if (is_check) {
      results.push(made);
      continue;
    }
    try {
      const { id, after } = await insertOrganisationWithImages(trx, clock(), form, {});
      for (const [, one] of await lockOrganisations(trx, [id])) organisations.set(name, one);
      events.push({ action: 'organisations:create', target: { type: 'ent_org', id }, after });
      results.push(made);
    } catch (error) {
      results.push({ line, state: 'faulty', problems: problemsOf(error) });
    }
  }
  return { results, events };
}
