import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { auditActions } from '@console/contract/audit-actions';
import { schemaActionName } from '@console/contract/event-form';
import { startScim } from '@console/platform/testing/scim';
import { addUsers } from '@console/platform/testing/users';
import { buildSchema, type GraphQLEnumType } from 'graphql';
import { expect, test } from 'vitest';
import { testWith, useTestSystem } from '../testing/system.ts';

const system = useTestSystem();
const document = `query($id: ID!, $search: String) { organisation(id: $id) {
  auditEvents(first: 25, filter: { search: $search }) { nodes {
  action sentence way actor { kind name apiKeyName clientAddress user { id } } changes { field to } } } } }`;

testWith(
  'on',
  'SCIMUSER-15 an event of an identity provider names SCIM and its key, to its own organisation alone',
  async () => {
    const { platform } = system;
    const { A, B } = platform.orgs;
    const scim = await startScim(platform);
    const email = 'moved@b.example';
    const [id = 0] = await addUsers(platform.db, B, [{ email, is_disabled: true }]);
    const invitation = { ent_org_id: B, ent_usr_id: id, kind: 'user' as const, sent_at: platform.now() };
    await platform.db
      .insertInto('invitation')
      .values({ ...invitation, requester_id: platform.users.orgB.id })
      .execute();
    await scim.added({ userName: email, givenName: 'Jane', familyName: 'Doe' });
    const eventsOf = async (user: 'orgA' | 'orgB', organisation: number, search?: string) => {
      const { data } = await (await system.signIn(user)).graphql(document, { id: String(organisation), search });
      return data.organisation.auditEvents.nodes;
    };
    const own = await eventsOf('orgA', A);
    expect(own.find(({ action }: { action: string }) => action === 'USERS_CREATE')).toMatchObject({
      sentence: 'SCIM (Entra) created Jane Doe.',
      way: 'SCIM',
      actor: { kind: 'SCIM', name: 'SCIM (Entra)', apiKeyName: 'Entra', user: null },
      changes: expect.arrayContaining([{ field: 'userName', to: email }]),
    });
    expect(await eventsOf('orgA', A, 'scim entra moved@b')).toEqual(
      own.filter(({ way }: { way: string }) => way === 'SCIM'),
    );
    const [lost] = (await eventsOf('orgB', B)).filter(({ action }: { action: string }) => action === 'USERS_TAKE_OVER');
    expect(lost.actor).toEqual({ kind: 'SCIM', name: 'SCIM', apiKeyName: null, clientAddress: null, user: null });
  },
);

test('SCIMUSER-15 every action of the activity has a value in the schema', () => {
  const schema = buildSchema(readFileSync(join(import.meta.dirname, '../../../schema.graphql'), 'utf8'));
  const names = (schema.getType('AuditAction') as GraphQLEnumType).getValues().map(({ name }) => name);
  expect(auditActions.map(schemaActionName).filter((name) => !names.includes(name))).toEqual([]);
});
