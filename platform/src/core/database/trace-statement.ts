import type { LogEvent } from 'kysely';
import { requestSpan } from '../base/request-span.ts';

/** Longer ones insert many rows. */
const maxLength = 2_000;

const parts = /[()]|\b(?:from|into|update)\s+"?(\w+)/g;

/** `select ent_usr`: the first word of a statement and its first table that is not in brackets, both from the code. */
function summaryOf(text: string): string {
  const [verb = 'statement'] = /^\w+/.exec(text) ?? [];
  let depth = 0;
  for (const [part, table] of text.matchAll(parts))
    if (part === '(') depth += 1;
    else if (part === ')') depth -= 1;
    else if (depth === 0) return `${verb} ${table}`;
  return verb;
}

/** Adds a statement that has ended to the trace of the request that has sent it, as Kysely logs it: its text, and none of its values. */
export function traceStatement(event: LogEvent): void {
  const span = requestSpan();
  if (!span) return;
  const { sql: text } = event.query;
  const failed = event.level === 'error' && {
    'error.type': String((event.error as { code?: unknown }).code ?? 'unknown'),
  };
  span.add(summaryOf(text), event.queryDurationMillis, {
    'db.system.name': 'postgresql',
    'db.query.text': text.slice(0, maxLength),
    ...failed,
  });
}
