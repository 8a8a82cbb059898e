/** A product API that only sends prepared bodies, to measure the servers before it. A process of its own. */
import { inactiveList, userListLookups } from './bodies.ts';
import { allOrganisations, answersFor } from './prepared.ts';
import { type ReceivedCall, type Sent, serve } from './serve.ts';

const json = (body: unknown): Buffer => Buffer.from(JSON.stringify(body));
const none = json(inactiveList());
const beside = new Map(Object.entries(userListLookups).map(([path, body]) => [path, json(body)]));
const noPasscode = json({ success: true, enabled: false });
const unknown: Sent = { status: 404, body: json({ message: 'Not found' }) };

/** The email of a sign-in is the key and any domain. */
function signIn(body: string): Sent {
  const { ent_usr } = JSON.parse(body) as { ent_usr?: { email?: string } };
  const key = ent_usr?.email?.split('@', 1)[0] ?? '';
  const answers = answersFor(key);
  return answers ? { status: 200, ...answers.signIn(key) } : unknown;
}

function answer({ path: address, key, headers, body: sent }: ReceivedCall): Sent {
  const path = address.split('?', 1)[0] ?? '';
  if (path === '/login') return signIn(sent);
  if (path === '/consoles/is_multi_factor_enabled') return { status: 200, body: noPasscode };
  const body = beside.get(path);
  if (body) return { status: 200, body };
  const found = answersFor(key);
  if (!found) return unknown;
  switch (path) {
    case '/tasks/api_user_detail':
      return { status: 200, ...found.user(key) };
    case '/consoles/org_detail':
      return { status: 200, ...found.organisation() };
    case '/consoles/org_list':
      return { status: 200, ...allOrganisations };
    case '/consoles/inactive_user_list':
      return { status: 200, body: none };
    case '/consoles/active_user_list': {
      const { body: list, etag } = found.list();
      return etag !== undefined && headers['if-none-match'] === etag
        ? { status: 304, etag }
        : { status: 200, body: list, etag };
    }
    default:
      return unknown;
  }
}

serve(answer);
