import { expect, test } from 'vitest';
import { useTestSystem } from '../testing/system.ts';

const system = useTestSystem({ settings: { IMAGE_HOSTS: 'images.example' } });

const path = '/consoles/org_detail';
const read = async (user: 'adm' | 'orgA' | 'nowhere' | 'audA', id: string | number, fields = 'id brandName') =>
  (await system.signIn(user)).graphql(`query Organisation($id: ID!) { organisation(id: $id) { ${fields} } }`, { id });

test('REST-38 ORG-10 reads an organisation with exactly one call, its id as a number', async () => {
  const { data } = await read(
    'orgA',
    system.platform.orgs.A,
    'id brandName state userLimit userLimitText emailDomains',
  );
  const id = String(system.platform.orgs.A);
  expect(data.organisation).toMatchObject({
    id,
    brandName: 'Organisation A',
    state: 'ACTIVE',
    userLimit: null,
    userLimitText: 'No Limit',
  });
  expect(system.upstream.sent(path).at(-1)).toMatchObject({ method: 'GET', query: { org_id: id }, body: undefined });
});

test('ENT-3 gives the facility and everything else of the organisation', async () => {
  system.upstream.script(path, {
    body: {
      org: {
        id: 7,
        guid: 'g',
        brandname: 'Acme',
        legalname: 'Acme Ltd',
        industry: 'Mining',
        email_domain: 'acme.example, ,mine.example',
        website: 'acme.example',
        user_limit: '25',
        is_disabled: true,
        created_at: '2026-01-02 03:04:05 UTC',
        updated_at: '2026-02-03T04:05:06Z',
        organizer: { id: 3, email: 'o@acme.example', firstname: 'Olga' },
        facility: { pin: 560001, country: 'India', state: 'KA', city: 'Bengaluru', registered_address: '1 Main St' },
      },
    },
  });
  const { data } = await read(
    'adm',
    7,
    `id guid legalName industry emailDomains website userLimit userLimitText state createdAt updatedAt
     organiser { id fullName } facility { pin country state city registeredAddress } logo { url }`,
  );
  expect(data.organisation).toEqual({
    id: '7',
    guid: 'g',
    legalName: 'Acme Ltd',
    industry: 'Mining',
    emailDomains: ['acme.example', 'mine.example'],
    website: 'acme.example',
    userLimit: 25,
    userLimitText: '25',
    state: 'DISABLED',
    createdAt: '2026-01-02T03:04:05.000Z',
    updatedAt: '2026-02-03T04:05:06.000Z',
    organiser: { id: '3', fullName: 'Olga' },
    facility: { pin: '560001', country: 'India', state: 'KA', city: 'Bengaluru', registeredAddress: '1 Main St' },
    logo: null,
  });
});

test('ENT-9 CONST-2 a user limit that is no positive number is no limit', async () => {
  const cases = [
    [null, null, 'No Limit'],
    [-1, null, 'No Limit'],
    ['-1', null, 'No Limit'],
    [undefined, null, 'No Limit'],
    ['many', null, 'No Limit'],
    [3, 3, '3'],
  ] as const;
  for (const [user_limit, userLimit, userLimitText] of cases) {
    system.upstream.script(path, { body: { id: '9', brandname: 'X', user_limit } });
    const { data } = await read('adm', 9, 'id userLimit userLimitText facility { pin } organiser { id } emailDomains');
    expect(data.organisation).toEqual({
      id: '9',
      userLimit,
      userLimitText,
      facility: null,
      organiser: null,
      emailDomains: [],
    });
  }
});

test('CASES-26 ROLE-5 another organisation looks exactly like an unknown one', async () => {
  const foreign = await read('orgA', system.platform.orgs.B);
  const unknown = await read('orgA', '999999');
  const alike = ({ status, errors, data }: typeof foreign) => ({
    status,
    data,
    errors: errors.map(({ message, extensions: { requestId: _id, ...extensions } }) => ({ message, extensions })),
  });
  expect(foreign.code).toBe('NOT_FOUND');
  expect(alike(foreign)).toEqual(alike(unknown));
});

test('ROLE-5 the gateway checks the organisation even if the product API does not', async () => {
  system.upstream.script(path, { body: { org: { id: system.platform.orgs.B, brandname: 'Organisation B' } } });
  const { data, code } = await read('orgA', system.platform.orgs.B);
  expect([data, code]).toEqual([{ organisation: null }, 'NOT_FOUND']);
});

test('CASES-26 ROLE-5 the role is checked first: a user without one reads no organisation of any id', async () => {
  const detail = '/tasks/api_user_detail';
  const change = (body: unknown) => ({ user: { ...(body as { user: object }).user, role: null } });
  const tab = await system.signIn('audA');
  system.upstream.script(detail, { real: true, change });
  const codes = [];
  for (const id of [system.platform.orgs.A, system.platform.orgs.B, '999999'])
    codes.push((await tab.graphql(`{ organisation(id: "${id}") { id } }`)).code);
  expect(codes).toEqual(['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN']);
});

test('GQL-10 the same read goes out once in a request, and again in the next', async () => {
  const tab = await system.signIn('orgA');
  system.upstream.requests.length = 0;
  const id = system.platform.orgs.A;
  for (const fields of [
    'viewer { organisation { id } user { organisation { id } } }',
    `viewer { user { id } } a: organisation(id: "${id}") { id } b: organisation(id: "${id}") { id }`,
  ])
    for (const _turn of [1, 2]) {
      system.upstream.requests.length = 0;
      expect((await tab.graphql(`{ ${fields} }`)).errors).toEqual([]);
      expect(system.upstream.requests.map((request) => request.path).sort()).toEqual([path, '/tasks/api_user_detail']);
    }
});

test('DESIGN-4 a logo is shown from the product API and allowed hosts only', async () => {
  const cases = [
    ['the platform’s own', '/files/abcdefghijklmnopqrstuv', '/files/abcdefghijklmnopqrstuv'],
    ['a call that changes something', '/consoles/enable_disable_org?org_id=1', null],
    ['nothing', ' ', null],
    ['an allowed host', 'https://images.example/a.png', 'https://images.example/a.png'],
    ['another host', 'https://evil.example/a.png', null],
    ['a host that begins alike', 'https://images.example.evil.example/a.png', null],
    ['a script', 'javascript:alert(1)', null],
    ['a name and password', 'https://a:b@images.example/a.png', null],
  ] as const;
  for (const [_what, url, shown] of cases) {
    system.upstream.script(path, { body: { id: '9', brandname: 'X', logo: { file_name: 'a.png', url } } });
    const { data } = await read('adm', 9, 'logo { name url }');
    expect(data.organisation.logo).toEqual(shown === null ? null : { name: 'a.png', url: shown });
  }
});
