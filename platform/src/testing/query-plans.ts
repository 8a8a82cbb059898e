import { CompiledQuery, type Kysely } from 'kysely';
import type { Database } from '../core/database/schema.ts';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Heap Fetches'?: number;
}
type Plan = PlanNode & { Plans?: Plan[] };

/** The nodes of a query's plan. With `analyze` the query is run. */
export async function planOf(
  db: Kysely<Database>,
  { sql, parameters }: CompiledQuery,
  options = 'analyze, format json',
): Promise<PlanNode[]> {
  const explain = CompiledQuery.raw(`explain (${options}) ${sql}`, [...parameters]);
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>(explain);
  return rows.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan));
}

const nodesOf = ({ Plans = [], ...node }: Plan): PlanNode[] => [node, ...Plans.flatMap(nodesOf)];

/** The rows that a node returns, in all its loops. */
export const rowsReturned = (node: PlanNode): number => (node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 1);

/** The rows that a node reads, including those that its filter drops. */
export const rowsRead = (node: PlanNode): number =>
  rowsReturned(node) + (node['Rows Removed by Filter'] ?? 0) * (node['Actual Loops'] ?? 1);

/** Sum over the plan nodes that read a table. */
export const sumOf = (table: string, plan: readonly PlanNode[], count: (node: PlanNode) => number): number =>
  plan.filter((node) => node['Relation Name'] === table).reduce((sum, node) => sum + count(node), 0);

/** The rows that a node reads from the table itself, not from an index alone. */
export const unlessIndexOnly =
  (count: (node: PlanNode) => number) =>
  (node: PlanNode): number =>
    node['Node Type'] === 'Index Only Scan' ? 0 : count(node);

/** The tables that the plan scans completely. */
export const scannedTables = (plan: readonly PlanNode[]): string[] =>
  plan.flatMap(({ 'Node Type': type, 'Relation Name': table }) => (type.includes('Seq Scan') && table ? table : []));
