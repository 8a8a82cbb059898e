/** Number of statements that a connection prepares. Each takes memory of the server; further statements are parsed each time. */
const maxPrepared = 300;
/** Longer statements insert many rows and rarely recur with the same number; that of the pending items has 22,000. */
const maxLength = 24_000;
/** The columns that `*` stands for change with a migration. A product or `count(*)` is none. */
const allColumns = /(?:\b(?:select|returning|distinct|all)\s+|[.,)]\s*)\*/;
/** On a server, the best plan of a list or search depends on its values. */
const list = /order by| like /;

/** Names statements that are parsed and planned once per connection (docs/decisions/0031); otherwise undefined. */
export function statementNames(
  database: 'server' | 'embedded',
): (text: string, values: readonly unknown[]) => string | undefined {
  const names = new Map<string, string>();
  return (text, values) => {
    if (values.length === 0 || text.length > maxLength || allColumns.test(text)) return undefined;
    if (database === 'server' && list.test(text)) return undefined;
    if (!names.has(text) && names.size < maxPrepared) names.set(text, `statement_${names.size}`);
    return names.get(text);
  };
}
