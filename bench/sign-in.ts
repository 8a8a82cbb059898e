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
