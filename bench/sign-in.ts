import { randomBytes } from 'node:crypto';
import type { Pool } from 'undici';
import { refusalOf } from './load.ts';

const document = `mutation SignIn($input: LoginInput!) {
  login(input: $input) { __typename ... on LoginSuccess { viewer { user { id } } } }
}`;

/** A sign-in as the console sends it; `page` has the headers of all requests of the page. */
export function signInRequest(origin: string, email: string, password: string) {
  const page = {
    origin,
    'content-type': 'application/json',
    'x-csrf-guard': '1',
    'x-console-page': randomBytes(32).toString('base64url'),
  };
  return { page, body: JSON.stringify({ query: document, variables: { input: { email, password } } }) };
}

const cookieIn = (header: string | string[] | undefined) =>
  [header ?? '']
    .flat()
    .find((text) => text.startsWith('__Host-console='))
    ?.split(';', 1)[0];

/** Signs a user in. Returns a function that sends an operation as that user and returns the reason of a refusal, otherwise null. */
export async function signIn(pool: Pool, origin: string, email: string, password: string) {
  const { page, body } = signInRequest(origin, email, password);
  const answer = await pool.request({ method: 'POST', path: '/graphql', headers: page, body });
  const text = await answer.body.text();
  let cookie = cookieIn(answer.headers['set-cookie']);
  if (cookie === undefined) throw new Error(`${email} could not be signed in: ${text}`);
  return async (operation: object): Promise<string | null> => {
    const sent = { method: 'POST', path: '/graphql', body: JSON.stringify(operation) } as const;
    const {
      statusCode,
      headers,
      body: stream,
    } = await pool.request({
      ...sent,
      headers: { ...page, cookie: cookie ?? '' },
    });
    const received = await stream.text();
    // A renewed cookie replaces the previous one.
    cookie = cookieIn(headers['set-cookie']) ?? cookie;
    const refusal = refusalOf(statusCode, received);
    return refusal && `${(operation as { operationName: string }).operationName}: ${refusal}`;
  };
}
