import { randomBytes } from 'node:crypto';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';

interface Answer {
  status: number | undefined;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** Sends the requests of the console's pages over TLS; the console's name leads to `address`. */
export function openBrowser({ url, address, authority }: { url: URL; address: string; authority: string }) {
  let cookies: string[] = [];
  const page = randomBytes(32).toString('base64url');
  const send = (path: string, body?: string): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const headers = {
        ...(cookies.length > 0 && { cookie: cookies.join('; ') }),
        ...(body !== undefined && { 'content-type': 'application/json', origin: url.origin }),
        'x-csrf-guard': '1',
        'x-console-page': page,
      };
      const out = request(new URL(path, url), {
        method: body === undefined ? 'GET' : 'POST',
        headers,
        ca: authority,
        agent: false,
        lookup: (_name, options, found) =>
          options.all ? found(null, [{ address, family: 4 }]) : found(null, address, 4),
      });
      out.on('error', reject).on('response', async (answer) => {
        cookies = [...cookies, ...(answer.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0] ?? '')];
        resolve({ status: answer.statusCode, headers: answer.headers, body: await text(answer) });
      });
      out.end(body);
    });
  return {
    open: (path: string) => send(path),
    async ask(query: string, variables: object = {}) {
      const { body } = await send('/graphql', JSON.stringify({ query, variables }));
      return JSON.parse(body);
    },
  };
}
