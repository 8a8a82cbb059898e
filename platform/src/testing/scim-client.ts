import { newSecret } from '@console/server-base/secret-file';
import { hashSecret } from '../core/base/keys.ts';
import type { NewRow } from '../core/database/schema.ts';
import type { TestPlatform } from './platform.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** An identity provider that sends requests for an organisation, by default A, with provisioning turned on. */
export async function startScimClient(platform: TestPlatform, ent_org_id = platform.orgs.A) {
  const { db, app } = platform;
  const now = platform.now();
  const defaults = { default_role: 'AUDITEE', default_designation: 'Member', default_department: 'Sales' } as const;
  await db
    .insertInto('scim_setting')
    .values({
      ent_org_id,
      enabled_at: now,
      enabled_by: null,
      default_supervisor: null,
      updated_at: now,
      ...defaults,
    })
    .execute();
  const addKey = async (more: Partial<NewRow<'api_key'>> = {}) => {
    const secret = newSecret();
    const row = {
      owner_org_id: ent_org_id,
      purpose: 'scim' as const,
      name: 'Entra',
      key_hash: hashSecret(secret),
      scopes: [],
    };
    const key = { ...row, created_at: now, ...more };
    const { id } = await db.insertInto('api_key').values(key).returning('id').executeTakeFirstOrThrow();
    return { id, secret };
  };
  const key = await addKey();
  const send = async (what: `${Method} ${string}`, body?: object | string, headers: Record<string, string> = {}) => {
    const [method, path] = what.split(/ (.*)/s) as [Method, string];
    const response = await app.inject({
      method,
      url: `/scim/v2${path}`,
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
      headers: {
        authorization: `Bearer ${key.secret}`,
        ...(body !== undefined && { 'content-type': 'application/scim+json' }),
        ...headers,
      },
    });
    return {
      status: response.statusCode,
      headers: response.headers,
      body: response.body === '' ? null : JSON.parse(response.body),
    };
  };
  /** Creates a user, and returns the path of the user and the id of the row. */
  const create = async (user: object): Promise<{ path: string; userId: number }> => {
    const { body } = await send('POST /Users', user);
    const { ent_usr_id } = await db
      .selectFrom('scim_user')
      .select('ent_usr_id')
      .where('id', '=', body.id)
      .executeTakeFirstOrThrow();
    return { path: `/Users/${body.id}`, userId: ent_usr_id };
  };
  return { send, create, addKey, key, organisationId: ent_org_id };
}
