import type { Span, Traces } from '@console/server-base/traces';

export interface CallStatements {
  call: string;
  statements: string[];
}

/** Records the SQL statements of each call of the platform. */
export function recordStatements(): { traces: Traces; taken(): CallStatements[] } {
  let calls: CallStatements[] = [];
  const spanWith = (statements: string[]): Span => ({
    traceId: null,
    traceparent: '',
    child: () => spanWith(statements),
    add: (_name, _ms, { 'db.query.text': text = '' }) => void statements.push(text),
    end: ({ 'console.call': call = '' }) => void (statements.length > 0 && calls.push({ call, statements })),
  });
  return {
    traces: { of: () => ({ begin: () => spanWith([]), logTo: () => undefined }), close: async () => undefined },
    taken() {
      const before = calls;
      calls = [];
      return before;
    },
  };
}
