import { randomBytes } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database, Row } from '../core/database/schema.ts';
import { commitmentVersion, eventHash, sha256 } from './event-hash.ts';

/** The chain of events without organisation. */
export const noOrganisationChainId = 0;

type AuditRow = Row<'audit_entry'>;

export const chainStartHash = (chainId: number): string => sha256(`activity ${chainId}`);

/** Text of a chain's start for its keyed hash: write access to the database alone cannot move the start. */
export const chainStartText = (chainId: number, firstNo: number, firstHash: string): string =>
  `activity start ${chainId} ${firstNo} ${firstHash}`;

interface Head {
  last_no: number;
  last_hash: string;
}

/** Numbers and chains at most `limit` committed events. One platform at a time, so no lower number appears after a later one was read. */
export const chainAuditEvents = async (db: Kysely<Database>, limit = 1_000): Promise<number> =>
  (await hasUnsealed(db)) ? chainUnsealed(db, limit) : 0;

/** Checked first, so that a frequent reader causes no writes. */
const hasUnsealed = async (db: Kysely<Database>): Promise<boolean> =>
  (await db.selectFrom('audit_entry').select('id').where('position', 'is', null).limit(1).execute()).length > 0;

const chainUnsealed = (db: Kysely<Database>, limit: number): Promise<number> =>
  db.transaction().execute((trx) => chainIn(trx, limit));

/** Chains all events in a transaction, and blocks other chaining until the transaction ends. */
export async function chainAllIn(trx: Transaction<Database>, limit = 1_000): Promise<void> {
  while ((await chainIn(trx, limit)) === limit);
}

async function chainIn(trx: Transaction<Database>, limit: number): Promise<number> {
  const { position } = await lockPosition(trx);
  const rows = await trx
    .selectFrom('audit_entry')
    .selectAll()
    .where('position', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute();
  if (rows.length === 0) return 0;
  const heads = await readHeads(trx, rows);
  const sealed = rows.map((row, index) => {
    const chain_id = row.subject_org_id ?? noOrganisationChainId;
    const head = heads.get(chain_id) ?? { last_no: 0, last_hash: chainStartHash(chain_id) };
    const chain_no = head.last_no + 1;
    const salt = randomBytes(32);
    const hash = eventHash(head.last_hash, chain_no, { ...row, hash_version: commitmentVersion, salt });
    heads.set(chain_id, { last_no: chain_no, last_hash: hash });
    return { id: row.id, position: position + index + 1, chain_id, chain_no, hash, salt: salt.toString('hex') };
  });
  await writeSeals(trx, sealed);
  await writeHeads(trx, heads);
  await trx
    .updateTable('audit_position')
    .set({ position: position + rows.length })
    .execute();
  return rows.length;
}

const lockPosition = (trx: Transaction<Database>) =>
  trx
    .insertInto('audit_position')
    .values({ id: 1, position: 0 })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ id: 1 }))
    .returning('position')
    .executeTakeFirstOrThrow();

async function readHeads(trx: Transaction<Database>, rows: readonly AuditRow[]): Promise<Map<number, Head>> {
  const ids = [...new Set(rows.map(({ subject_org_id }) => subject_org_id ?? noOrganisationChainId))];
  const chains = await trx
    .selectFrom('audit_chain')
    .select(['id', 'last_no', 'last_hash'])
    .where(sql<boolean>`id = any(${ids}::int[])`)
    .execute();
  return new Map(chains.map(({ id, ...head }) => [id, head]));
}

async function writeSeals(
  trx: Transaction<Database>,
  sealed: readonly {
    id: number;
    position: number;
    chain_id: number;
    chain_no: number;
    hash: string;
    salt: string;
  }[],
): Promise<void> {
  const column = <K extends keyof (typeof sealed)[number]>(key: K) => sealed.map((one) => one[key]);
  await sql`update audit_entry set position = given.position, chain_id = given.chain_id, chain_no = given.chain_no, hash = given.hash,
      hash_version = ${commitmentVersion}::smallint, salt = decode(given.salt, 'hex')
    from unnest(${column('id')}::bigint[], ${column('position')}::bigint[], ${column('chain_id')}::int[],
      ${column('chain_no')}::bigint[], ${column('hash')}::text[], ${column('salt')}::text[])
      as given (id, position, chain_id, chain_no, hash, salt)
    where audit_entry.id = given.id`.execute(trx);
}

async function writeHeads(trx: Transaction<Database>, heads: ReadonlyMap<number, Head>): Promise<void> {
  const rows = Array.from(heads, ([id, head]) => ({
    id,
    first_no: 0,
    first_hash: chainStartHash(id),
    start_proof: null,
    ...head,
  }));
  await trx
    .insertInto('audit_chain')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((set) => ({
        last_no: set.ref('excluded.last_no'),
        last_hash: set.ref('excluded.last_hash'),
      })),
    )
    .execute();
}
