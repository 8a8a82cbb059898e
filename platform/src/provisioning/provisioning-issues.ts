import type { Provisioning, ProvisioningIssueKind } from '@console/contract/generated/schema-types';
import type { Kysely, Transaction } from 'kysely';
import type { Clock } from '../core/base/clock.ts';
import type { Database } from '../core/database/schema.ts';
import { isOpenIssue } from '../overview/open-provisioning-issues.ts';

const issuesListed = 100;

/** Stores an issue in place of an earlier one of its kind; an equal one does not change. The user is locked. Returns the earlier detail. */
export async function noteIssue(
  trx: Transaction<Database>,
  clock: Clock,
  { ent_org_id, ent_usr_id, kind, detail }: IssueOf & { detail: string },
): Promise<string | null> {
  const before = await findIssue(trx, { ent_org_id, ent_usr_id, kind });
  if (before === detail) return before;
  const change = { detail, at: clock() };
  await trx
    .insertInto('provisioning_issue')
    .values({ ent_org_id, ent_usr_id, kind, ...change })
    .onConflict((of) => of.columns(['ent_usr_id', 'ent_org_id', 'kind']).doUpdateSet(change))
    .execute();
  return before;
}

interface IssueOf {
  ent_org_id: number;
  ent_usr_id: number;
  kind: ProvisioningIssueKind;
}

async function findIssue(trx: Transaction<Database>, { ent_org_id, ent_usr_id, kind }: IssueOf) {
  const found = await trx
    .selectFrom('provisioning_issue')
    .select('detail')
    .where('ent_usr_id', '=', ent_usr_id)
    .where('ent_org_id', '=', ent_org_id)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return found?.detail ?? null;
}

/** Ends an issue of a user. Returns its detail. */
export async function endIssue(
  trx: Transaction<Database>,
  { ent_org_id, ent_usr_id, kind }: IssueOf,
): Promise<string | null> {
  const ended = await trx
    .deleteFrom('provisioning_issue')
    .where('ent_usr_id', '=', ent_usr_id)
    .where('ent_org_id', '=', ent_org_id)
    .where('kind', '=', kind)
    .returning('detail')
    .executeTakeFirst();
  return ended?.detail ?? null;
}

export async function readIssues(
  db: Kysely<Database>,
  organisationId: number,
): Promise<Pick<Provisioning, 'issues' | 'issueCount'>> {
  const open = db
    .selectFrom('provisioning_issue')
    .innerJoin('ent_usr', 'ent_usr.id', 'provisioning_issue.ent_usr_id')
    .where('provisioning_issue.ent_org_id', '=', organisationId)
    .where(isOpenIssue);
  const { count } = await open.select(({ fn }) => fn.countAll<string>().as('count')).executeTakeFirstOrThrow();
  const rows = await open
    .select(['provisioning_issue.id', 'kind', 'detail', 'at', 'ent_usr_id', 'email', 'firstname', 'lastname'])
    // Sorted by the kinds in the schema.
    .orderBy(({ fn, val }) =>
      fn('array_position', [val(['DEACTIVATION_FAILED', 'RETURNED_AFTER_REVIEW', 'EMAIL_DIFFERS']), 'kind']),
    )
    .orderBy('at')
    .orderBy('provisioning_issue.id')
    .limit(issuesListed)
    .execute();
  const detailOf = (kind: ProvisioningIssueKind, row: (typeof rows)[number]) => (row.kind === kind ? row.detail : null);
  return {
    issueCount: Number(count),
    issues: rows.map((row) => ({
      id: String(row.id),
      kind: row.kind,
      userId: String(row.ent_usr_id),
      fullName: [row.firstname, row.lastname].filter(Boolean).join(' ') || row.email,
      email: row.email,
      providerEmail: detailOf('EMAIL_DIFFERS', row),
      reason: detailOf('DEACTIVATION_FAILED', row),
      reviewId: detailOf('RETURNED_AFTER_REVIEW', row),
      since: row.at.toISOString(),
    })),
  };
}
