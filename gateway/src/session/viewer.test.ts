import { expect, test } from 'vitest';
import { useTestSystem } from '../testing/system.ts';

const system = useTestSystem();

const detail = '/tasks/api_user_detail';

test('SHELL-21 REST-3 REST-58 PROTOCOLS-1.1 the viewer is read with the session’s key, in the body and in the header', async () => {
  const tab = await system.signIn('orgA');
  const { data } = await tab.graphql(
    '{ viewer { user { firstName fullName email status role { key name level } organisation { brandName } } } }',
  );
  expect(data.viewer.user).toEqual({
    firstName: 'orgA',
    fullName: 'orgA Fixture',
    email: 'orga@a.example',
    status: 'ACTIVE',
    role: { key: 'ORGANISER', name: 'Organiser', level: 3 },
    organisation: { brandName: 'Organisation A' },
  });
  const [call] = system.upstream.sent(detail);
  const { 'api-key': key } = call?.headers ?? {};
  expect(call).toMatchObject({
    method: 'POST',
    query: {},
    body: { task: { api_key: key } },
    headers: {
      'x-key-use': 'session',
      'access-token': expect.any(String),
      'x-client-address': '127.0.0.1',
      'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
      'x-request-deadline-ms': expect.stringMatching(/^\d+$/),
      'accept-encoding': 'identity',
    },
  });
});

test('REST-58 T27 headers of the browser’s request go no further, and the request id is that of the answer', async () => {
  const tab = await system.signIn('orgA');
  const answer = await tab.graphql(
    '{ viewer { user { id } } organisation(id: "0") { id } }',
    {},
    {
      'x-forwarded-for': '6.6.6.6',
      'x-client-address': '6.6.6.6',
      'x-request-id': 'mine',
      'x-key-use': 'bearer',
      'access-token': 'mine',
    },
  );
  const { headers } = system.upstream.sent(detail)[0] ?? {};
  expect(headers).toMatchObject({ 'x-client-address': '127.0.0.1', 'x-key-use': 'session' });
  expect(headers?.['access-token']).not.toBe('mine');
  for (const name of [
    'cookie',
    'x-forwarded-for',
    'x-console-page',
    'x-csrf-guard',
    'origin',
    'authorization',
    'user-agent',
  ])
    expect(headers).not.toHaveProperty(name);
  expect(answer.errors[0]?.extensions.requestId).toBe(headers?.['x-request-id']);
});

test('LOGIN-19 a user without organisation is signed in, and no organisation is read', async () => {
  const { data } = await system.login(system.client(), 'nowhere');
  expect(data.login.viewer).toMatchObject({ organisation: null, user: { email: 'nowhere@nowhere.example' } });
  expect(system.upstream.sent('/consoles/org_detail')).toEqual([]);
});

test.each([
  ['other numbers', { id: 77, name: 'x', idStr: 'ARCHITECT' }, 'ARCHITECT', '77'],
  ['a label alone', { id: '12', label: 'architect' }, 'ARCHITECT', '12'],
  ['a name alone', { name: 'Architect' }, 'ARCHITECT', '4711'],
  ['a text for the role', 'Administrator', 'ADMINISTRATOR', '4711'],
])('ROLE-3 a role is known by its name with %s', async (_what, role, key, id) => {
  const tab = await system.signIn('audA');
  const change = (body: unknown) => ({ user: { ...(body as { user: object }).user, role, role_id: 4711 } });
  system.upstream.script(detail, { real: true, change });
  const { data } = await tab.graphql('{ viewer { user { role { id key } } can { listOrganisations } } }');
  expect(data.viewer).toEqual({ user: { role: { id, key } }, can: { listOrganisations: true } });
});

test('ROLE-3 a role of an unknown name is none, and allows nothing, whatever its number', async () => {
  const tab = await system.signIn('adm');
  const change = (body: unknown) => ({
    user: { ...(body as { user: object }).user, role: { id: 1, name: 'Wizard' }, role_id: 1 },
  });
  system.upstream.script(detail, { real: true, change });
  const { data } = await tab.graphql('{ viewer { user { role { id } } can { listOrganisations viewUsers viewSso } } }');
  expect(data.viewer).toEqual({
    user: { role: null },
    can: { listOrganisations: false, viewUsers: false, viewSso: false },
  });
});

test('RELIABILITY-F10 RELIABILITY-F11 ENT-9 missing, null and odd values of a user become null, and the rest is there', async () => {
  const tab = await system.signIn('orgA');
  system.upstream.script(detail, {
    body: {
      id: '007',
      email: 'x@y.z',
      is_disabled: 'false',
      dept_lead: 'true',
      mobile: 123,
      created_at: '0000-00-00',
      ent_org: [],
      role: 5,
    },
  });
  const { data, errors } = await tab.graphql(
    '{ viewer { user { id firstName fullName mobile status deptLead role { id } createdAt updatedAt logoUrl organisation { id } } organisation { id } } }',
  );
  expect(errors).toEqual([]);
  expect(data.viewer).toEqual({
    organisation: null,
    user: {
      id: '007',
      firstName: null,
      fullName: 'x@y.z',
      mobile: '123',
      status: 'ACTIVE',
      deptLead: true,
      role: null,
      createdAt: null,
      updatedAt: null,
      logoUrl: null,
      organisation: null,
    },
  });
});

test.each([
  ['an object without id', { user: { email: 'x@y.z' } }, 'Request Failed', 'UPSTREAM_BAD_RESPONSE'],
  ['errors with status 200', { errors: { base: ['No such key'] } }, 'No such key', 'INVALID'],
  ['an array', [], 'Request Failed', 'UPSTREAM_BAD_RESPONSE'],
])('ENT-9 REST-3 %s is an error, and keeps the session', async (_what, body, message, code) => {
  const tab = await system.signIn('orgA');
  system.upstream.script(detail, { body });
  const { data, errors, setCookies } = await tab.graphql('{ viewer { user { id } } }');
  expect(data).toEqual({ viewer: null });
  expect(errors[0]).toMatchObject({ message, extensions: { code } });
  expect(setCookies).toEqual([]);
});
