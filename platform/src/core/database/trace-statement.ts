import type { LogEvent } from 'kysely';
import { requestSpan } from '../base/request-span.ts';

/** Longer statements insert many rows. */
const maxLength = 2_000;

const parts = /[()]|\b(?:from|into|update)\s+"?(\w+)/g;

/** Summary such as `select ent_usr`: first word and first table outside brackets, both from the code. */
function summaryOf(text: string): string {
  const [verb = 'statement'] = /^\w+/.exec(text) ?? [];
  let depth = 0;
  for (const [part, table] of text.matchAll(parts))
    if (part === '(') depth += 1;
    else if (part === ')') depth -= 1;
    else if (depth === 0) return `${verb} ${table}`;
  return verb;
}

/** Adds a finished statement to the request's trace: its text without values. */
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
