/** Sends GraphQL to the console. The environment has its URL (CONSOLE_URL) and an API key (API_KEY). */
import { setTimeout as wait } from 'node:timers/promises';

const { CONSOLE_URL = 'http://localhost:3000', API_KEY } = process.env;

/** An error of a response. `code` says what to do, and `fields` which values were rejected. */
export class ConsoleError extends Error {
  constructor({ message, extensions }) {
    super(message);
    this.code = extensions.code;
    this.fields = extensions.fields;
    this.retryAfter = extensions.retryAfter;
  }
}

const temporary = ['RATE_LIMITED', 'UPSTREAM_UNAVAILABLE', 'UPSTREAM_TIMEOUT'];
const mostTries = 5;

const isTemporary = (error) =>
  !(error instanceof ConsoleError) ||
  temporary.includes(error.code) ||
  // An earlier request with the same Idempotency-Key is still running.
  (error.code === 'CONFLICT' && error.retryAfter !== undefined);

/**
 * Sends an operation and returns its data. It retries temporary failures and lost connections, so give each mutation an `idempotencyKey`, unless it may
 * be sent twice.
 */
export async function ask(query, variables = {}, { idempotencyKey } = {}) {
  for (let tries = 1; ; tries += 1)
    try {
      return await send(query, variables, idempotencyKey);
    } catch (error) {
      if (!isTemporary(error) || tries === mostTries) throw error;
      await wait(error.retryAfter ? error.retryAfter * 1_000 : 250 * 2 ** tries);
    }
}

async function send(query, variables, idempotencyKey) {
  const response = await fetch(`${CONSOLE_URL}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${API_KEY}`,
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    },
    body: JSON.stringify({ query, variables }),
    signal: AbortSignal.timeout(60_000),
  });
  const { data, errors } = await response.json();
  if (errors) throw new ConsoleError(errors[0]);
  return data;
}
