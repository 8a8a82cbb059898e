import { randomUUID } from 'node:crypto';
import type { UserName } from '@console/platform/testing/fixtures';
import type { TestClient } from './client.ts';
import { password, type TestSystem } from './system.ts';

export const sessionFields = 'id browser system clientAddress createdAt lastUsedAt expiresAt endedAt isCurrent';
export const deviceFields = 'id browser system clientAddress createdAt lastUsedAt expiresAt';

const endSessionDocument = `mutation End($input: EndSessionInput!) { endSession(input: $input) { session { ${sessionFields} } } }`;
const endOtherSessionsDocument = `mutation EndOthers($input: EndOtherSessionsInput!) {
  endOtherSessions(input: $input) { sessions { ${sessionFields} } }
}`;
const forgetDeviceDocument = `mutation Forget($input: ForgetDeviceInput!) { forgetDevice(input: $input) { device { ${deviceFields} } } }`;

export const endSession = (tab: TestClient, id: unknown, headers = {}, currentPassword = password) =>
  tab.graphql(endSessionDocument, { input: { id, currentPassword } }, headers);
export const endOtherSessions = (tab: TestClient, userId?: unknown, headers = {}, currentPassword = password) =>
  tab.graphql(endOtherSessionsDocument, { input: { userId, currentPassword } }, headers);
export const forgetDevice = (tab: TestClient, id: unknown, headers = {}) =>
  tab.graphql(forgetDeviceDocument, { input: { id } }, headers);

export const unlinkIdentityProvider = (
  tab: TestClient,
  userId: unknown,
  headers = {},
  currentPassword: string | null = password,
) =>
  tab.graphql(
    `mutation Unlink($input: UnlinkIdentityProviderInput!) {
      unlinkIdentityProvider(input: $input) { user { id security { identityProvider { issuer } } } }
    }`,
    { input: { userId, currentPassword } },
    headers,
  );

export const unblockSignIn = (
  tab: TestClient,
  userId: unknown,
  headers = {},
  currentPassword: string | null = password,
) =>
  tab.graphql(
    `mutation Unblock($input: UnblockSignInInput!) { unblockSignIn(input: $input) { user { id status signInBlockedAt } } }`,
    { input: { userId, currentPassword } },
    headers,
  );

/** Blocks the sign-in of a user, as their identity provider does. */
export async function blockSignIn({ platform }: TestSystem, userId: number): Promise<void> {
  const users = platform.db.updateTable('ent_usr').where('id', '=', userId);
  await users.set({ sign_in_blocked_at: platform.now() }).execute();
}

/** Links a user to a person of a provider. */
export async function addProviderLink({ platform }: TestSystem, userId: number): Promise<void> {
  const { ent_org_id } = await platform.db
    .selectFrom('ent_usr')
    .select('ent_org_id')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  await platform.db.deleteFrom('sso_link').where('ent_usr_id', '=', userId).execute();
  await platform.db
    .insertInto('sso_link')
    .values({
      ent_org_id: ent_org_id ?? 0,
      ent_usr_id: userId,
      issuer: 'https://idp.example',
      subject: `person-${userId}`,
      created_at: platform.now(),
    })
    .execute();
}

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const device = (system: TestSystem, user: UserName | number) => {
  const now = system.platform.now();
  return {
    ent_usr_id: typeof user === 'number' ? user : system.platform.users[user].id,
    created_at: now,
    last_used_at: now,
    expires_at: new Date(now.getTime() + 3_600_000),
    user_agent: chrome,
    client_address: '192.0.2.7',
  };
};

/** A further session of a user. */
export async function addSession(system: TestSystem, user: UserName | number): Promise<number> {
  const row = { ...device(system, user), key_hash: randomUUID(), ended_at: null };
  const { id } = await system.platform.db.insertInto('session').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** A remembered device of a user. */
export async function addDevice(system: TestSystem, user: UserName | number): Promise<number> {
  const row = { ...device(system, user), token_hash: randomUUID() };
  const { id } = await system.platform.db
    .insertInto('remember_token')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
