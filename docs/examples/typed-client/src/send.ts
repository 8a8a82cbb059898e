import type { TypedDocumentString } from './gql/graphql.ts';

const { CONSOLE_URL = 'http://localhost:3000', API_KEY } = process.env;

interface ResponseError {
  message: string;
  extensions: { code: string; retryAfter?: number; fields: { path: string; code: string; message: string }[] };
}

/** An error of a response. `code` is a value of `ErrorCode`, and `fields` says which values were rejected. */
export class ApiError extends Error {
  readonly code: string;
  readonly fields: ResponseError['extensions']['fields'];
  readonly retryAfter: number | undefined;

  constructor({ message, extensions }: ResponseError) {
    super(message);
    this.code = extensions.code;
    this.fields = extensions.fields;
    this.retryAfter = extensions.retryAfter;
  }
}

/** The files in the variables, with their paths. In JSON each file is null. */
function filesIn(value: unknown, path: string): [string, Blob][] {
  if (value instanceof Blob) return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => filesIn(part, `${path}.${key}`));
}

function bodyOf(query: string, variables: unknown): string | FormData {
  const text = JSON.stringify({ query, variables }, (_key, value) => (value instanceof Blob ? null : value));
  const files = filesIn(variables, 'variables');
  if (files.length === 0) return text;
  const form = new FormData();
  form.append('operations', text);
  form.append('map', JSON.stringify(Object.fromEntries(files.map(([path], place) => [place, [path]]))));
  for (const [place, [, file]] of files.entries()) form.append(String(place), file, `file-${place}.csv`);
  return form;
}

/** Sends a typed operation and returns its data. Throws the first error of the response. */
export async function send<Result, Variables>(
  operation: TypedDocumentString<Result, Variables>,
  variables: Variables,
  { idempotencyKey }: { idempotencyKey?: string } = {},
): Promise<Result> {
  const body = bodyOf(operation.toString(), variables);
  const response = await fetch(`${CONSOLE_URL}/graphql`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${API_KEY}`,
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    },
    body,
    signal: AbortSignal.timeout(60_000),
  });
  const { data, errors } = (await response.json()) as { data: Result; errors?: ResponseError[] };
  if (errors?.[0]) throw new ApiError(errors[0]);
  return data;
}
