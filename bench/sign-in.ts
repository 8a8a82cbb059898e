import { randomBytes } from 'node:crypto';

const document = `mutation SignIn($input: LoginInput!) {
  login(input: $input) { __typename ... on LoginSuccess { viewer { user { id } } } }
}`;

/** A sign-in as the console sends it; `page` are headers of all requests of the page. */
export function signInRequest(port: number, email: string, password: string) {
  const page = {
    origin: `http://localhost:${port}`,
    'x-csrf-guard': '1',
    'x-console-page': randomBytes(32).toString('base64url'),
  };
  const body = JSON.stringify({ query: document, variables: { input: { email, password } } });
  return { page, headers: { ...page, 'content-type': 'application/json' }, body };
}

/** Signs a user in as the console does, and returns the headers of the next requests. */
export async function signIn(port: number, key: string): Promise<Record<string, string>> {
  const { page, headers, body } = signInRequest(port, `${key}@bench.example`, 'Secret-1234');
  const answer = await fetch(`http://127.0.0.1:${port}/graphql`, { method: 'POST', headers, body });
  const cookie = answer.headers.getSetCookie().find((text) => text.startsWith('__Host-console='));
  if (cookie === undefined) throw new Error(`The sign-in failed: ${await answer.text()}`);
  return { ...page, cookie: cookie.split(';', 1)[0] ?? '' };
}
