/** How many statements a connection prepares. Each takes memory of the server, so one beyond them is parsed each time. */
const maxPrepared = 300;
/** Longer ones insert many rows, and hardly come again with the same number. */
const maxLength = 8_000;
/**
 * What is planned again each time: a list or a search, because its best plan depends on its values, and all columns of a table, because another
 * platform's migration may add one while this connection is open.
 */
const plannedEachTime = /order by| like |(?<!\()\*/;

/** Names the statements that connections parse and plan once instead of each time they come (docs/decisions/0031); undefined for another one. */
export function statementNames(): (text: string, values: readonly unknown[]) => string | undefined {
  const names = new Map<string, string>();
  return (text, values) => {
    if (values.length === 0 || text.length > maxLength || plannedEachTime.test(text)) return undefined;
    if (!names.has(text) && names.size < maxPrepared) names.set(text, `statement_${names.size}`);
    return names.get(text);
  };
}
