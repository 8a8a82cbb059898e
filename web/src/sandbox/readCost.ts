import { sandboxFetch } from './sandboxFetcher.ts';

interface Editors {
  query: string;
  /** This and the next: JSON, or nothing. */
  variables: string;
  headers: string;
}

interface CostAnswer {
  errors?: { message: string }[];
  extensions?: { operationCost?: { points: number; rows: number; calls: number } };
}

/** Throws if the text is not a JSON object. */
function objectIn(text: string, what: string): Record<string, unknown> {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // The message below says it.
  }
  throw new Error(`${what} must be a JSON object.`);
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** The cost of an operation as a sentence, or why it is not known. The operation does not run. */
export async function readCost({ query, variables, headers }: Editors): Promise<string> {
  try {
    const given = objectIn(headers, 'The headers') as Record<string, string>;
    const answer = await sandboxFetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...given, 'x-cost-only': '1' },
      body: JSON.stringify({ query, variables: objectIn(variables, 'The variables') }),
    });
    const { errors, extensions } = (await answer.json()) as CostAnswer;
    const cost = extensions?.operationCost;
    if (!cost) return errors?.[0]?.message ?? 'This gateway does not report the cost of operations.';
    return `Costs ${count(cost.points, 'point')} (${count(cost.rows, 'row')}, ${count(cost.calls, 'per-object call')}).`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
