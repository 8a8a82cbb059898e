/** Number of statements that a connection prepares. Each takes memory of the server; further statements are parsed each time. */
const maxPrepared = 300;
/** Longer statements insert many rows and rarely recur with the same number. */
const maxLength = 8_000;
/** Planned each time: lists and searches depend on values, and a migration can add to all columns (`*`) of a table. */
const plannedEachTime = /order by| like |(?<!\()\*/;

/** Names statements that are parsed and planned once per connection (docs/decisions/0031); otherwise undefined. */
export function statementNames(): (text: string, values: readonly unknown[]) => string | undefined {
  const names = new Map<string, string>();
  return (text, values) => {
    if (values.length === 0 || text.length > maxLength || plannedEachTime.test(text)) return undefined;
    if (!names.has(text) && names.size < maxPrepared) names.set(text, `statement_${names.size}`);
    return names.get(text);
  };
}
