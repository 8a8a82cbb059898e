import { demoPassword } from './journey.ts';
import type { System } from './system.ts';

/** Sends a call to the product API. */
export async function rest<T>(
  { platformUrl }: Pick<System, 'platformUrl'>,
  path: string,
  { key, body }: { key?: string; body?: unknown } = {},
): Promise<{ status: number; body: T }> {
  const answer = await fetch(`${platformUrl}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...(key && { 'api-key': key }), ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as T };
}

/** Creates a session over REST. */
export async function createSession(
  system: Pick<System, 'platformUrl'>,
  email: string,
  password = demoPassword,
): Promise<{ key: string }> {
  const { body } = await rest<{ current_ent_usr: { api_key: string } }>(system, '/login', {
    body: { api: true, ent_usr: { email, password } },
  });
  return { key: body.current_ent_usr.api_key };
}

/** Creates a hand-over token for the console, as a sibling module does. */
export async function createHandoverToken(system: System, email: string): Promise<string> {
  const { key } = await createSession(system, email);
  const { body } = await rest<{ token: string }>(system, '/consoles/ext/handover', {
    key,
    body: { module: 'console' },
  });
  return body.token;
}

const taken = new Set<string>();
const dayMs = 86_400_000;

/** A demo user for changes of password and name, unused by other tests. */
export async function unusedUser(system: System): Promise<{ email: string; password: string }> {
  const { key } = await createSession(system, 'admin@demo.example');
  const { body } = await rest<{
    active_users: { email: string; created_at: string; is_invited: boolean; role: { idStr: string } | null }[];
  }>(system, '/consoles/active_user_list?org_id=1', { key });
  const chosen = body.active_users.find(
    ({ email, created_at, is_invited, role }) =>
      role?.idStr === 'AUDITEE' &&
      !is_invited &&
      // Users created by other tests may have other passwords.
      Date.now() - Date.parse(created_at) > dayMs &&
      !email.startsWith('auditee') &&
      !taken.has(email),
  );
  if (!chosen) throw new Error('the demo has no unused user left');
  taken.add(chosen.email);
  return { email: chosen.email, password: demoPassword };
}

/** Creates an API key that reads and changes users. */
export async function createApiKey(system: System, email: string): Promise<string> {
  const { key } = await createSession(system, email);
  await rest(system, '/consoles/valid_password', { key, body: { current_password: demoPassword } });
  const { body } = await rest<{ secret: string }>(system, '/consoles/ext/create_key', {
    key,
    body: { name: 'Journey', scopes: ['users:write'], expires_in_days: 30 },
  });
  return body.secret;
}

/** A demo organisation that no other journey changes. */
export async function demoOrganisation(system: System, place: number): Promise<{ id: number; brandname: string }> {
  const { key } = await createSession(system, 'admin@demo.example');
  const { body } = await rest<{ active_orgs: { id: number; brandname: string }[] }>(system, '/consoles/org_list', {
    key,
  });
  // Organisations that other journeys create come first in the list.
  const organisation = body.active_orgs.sort((one, two) => one.id - two.id)[place];
  if (!organisation) throw new Error('the demo has no other organisation');
  return organisation;
}
