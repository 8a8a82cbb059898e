import { expect, test } from 'vitest';
import { entra, okta, patchOf } from '../../testing/scim-requests.ts';
import { parsePatch, patchUser, readUser } from './patch.ts';
import { toScimResource } from './resource.ts';
import type { ScimError } from './scim-error.ts';
import type { ScimUser } from './scim-user.ts';

const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

const jo: ScimUser = {
  id: '7b6cf1a8-4a3f-4c0f-9d3f-5a3ec9d8a001',
  userId: 7,
  userName: 'jo.upn@a.example',
  externalId: 'jo',
  active: true,
  email: 'jo@a.example',
  givenName: 'Jo',
  familyName: 'Reed',
  mobile: '7700 900123',
  title: 'Analyst',
  department: 'Legal',
  role: 'AUDITEE',
  manager: null,
  other: {},
  createdAt: new Date(0),
  updatedAt: new Date(0),
  version: 'W/"1"',
};

const patch = (body: unknown, user = jo) => patchUser(user, parsePatch(body));
const change = (...operations: object[]) => patch(patchOf(...operations));
const refusal = (work: () => unknown) => {
  try {
    return work();
  } catch (error) {
    const { status, scimType } = error as ScimError;
    return [status, scimType];
  }
};

test('SCIM-11 the patches that Microsoft Entra ID publishes are understood', () => {
  expect(patch(entra.patchMultiValued('jo@a.example'))).toEqual({ email: 'jo@a.example', familyName: 'Marsh' });
  expect(patch(entra.patchSingleValued('Jo.Marsh@a.example'))).toEqual({ userName: 'Jo.Marsh@a.example' });
  expect(patch(entra.disable)).toEqual({ active: false });
  expect(patch(entra.disableWithText)).toEqual({ active: false });
  expect(patch(entra.addNickName)).toMatchObject({ other: { nickName: 'Babs' } });
  expect(patch(entra.replaceWithPaths('JO@a.example'))).toMatchObject({
    email: 'JO@a.example',
    givenName: 'Gtfd',
    familyName: 'Pkqf',
    externalId: 'Eqpj',
    other: { displayName: 'Pvlo', employeeNumber: 'Eqpj' },
  });
  expect(patch(entra.replaceWithoutPath('jo@a.example'))).toMatchObject({
    email: 'jo@a.example',
    givenName: 'Kkom',
    familyName: 'Unua',
    other: { displayName: 'Bjfe', employeeNumber: 'Aklq' },
  });
});

test('SCIM-11 roles that Microsoft Entra ID sends in its four ways are values of roles', () => {
  expect(patch(entra.addPrimaryRole('Editors')).roles).toEqual(['Editors']);
  expect(patch(entra.addRoleAssignment('Editors')).roles).toEqual(['Editors']);
  expect(patch(entra.replaceRoles('User', 'Test')).roles).toEqual(['User', 'Test']);
  expect(readUser(entra.createWithRole('Admin')).roles).toEqual(['Admin']);
  const editor = { ...jo, other: { roles: [{ primary: true, value: 'Editors' }, { value: 'Guests' }] } };
  expect(patch(entra.addPrimaryRole('Owners'), editor).roles).toEqual(['Owners', 'Guests']);
  expect(patch(patchOf({ op: 'remove', path: 'roles', value: [{ value: 'editors' }] }), editor).roles).toEqual([
    'Guests',
  ]);
  expect(
    patch(patchOf({ op: 'add', path: 'roles', value: [{ value: 'Owners', primary: true }] }), editor).roles,
  ).toEqual(['Owners', 'Editors', 'Guests']);
  expect(patch(patchOf({ op: 'remove', path: 'roles' }), editor).roles).toBeNull();
});

test('SCIM-12 the requests that Okta publishes are understood; password and groups are nowhere', () => {
  const created = readUser(okta.create);
  expect(created).toEqual({
    userName: 'test.user@a.example',
    email: 'test.user@a.example',
    givenName: 'Test',
    familyName: 'User',
    externalId: '00ujl29u0le5T6Aj10h7',
    active: true,
    other: {
      displayName: 'Test User',
      locale: 'en-US',
      emails: [{ primary: true, type: 'work', value: 'test.user@a.example' }],
    },
  });
  expect(readUser(okta.replace(jo.id))).toMatchObject({
    givenName: 'Another',
    other: { name: { middleName: 'Excited' } },
  });
  expect(readUser(okta.replace(jo.id))).not.toHaveProperty('externalId');
  expect(patch(okta.deactivate)).toEqual({ active: false });
});

test('SCIM-11 a manager is a string, an object or a list of one, and an unknown attribute is ignored', () => {
  const id = '7b6cf1a8-4a3f-4c0f-9d3f-5a3ec9d8a002';
  const path = `${enterprise}:manager`;
  for (const value of [id, { value: id }, { $ref: '../Users/1', value: id }, [{ value: id, displayName: 'Lee' }]])
    expect(change({ op: 'Add', path, value })).toEqual({ manager: id });
  expect(change({ op: 'replace', path: `${enterprise}:manager.value`, value: id })).toEqual({ manager: id });
  expect(change({ op: 'replace', value: { [enterprise]: { manager: { value: id } } } })).toEqual({ manager: id });
  expect(readUser(entra.createWithExtensions(id))).toMatchObject({ manager: id, department: 'Legal' });
  expect(change({ op: 'remove', path })).toEqual({ manager: null });
  expect(change({ op: 'replace', path, value: '' })).toEqual({ manager: null });
  for (const unknown of ['shoeSize', 'urn:example:2.0:User:tag', 'title.unknown', 'password', 'groups[value eq "1"]'])
    expect(change({ op: 'add', path: unknown, value: 'x' })).toEqual({});
  expect(change({ op: 'add', value: { id: '1', 'http://x/y': 1, password: 'x', toString: 1, __proto__: {} } })).toEqual(
    {},
  );
  const deep = Array.from({ length: 15_000 }).reduce<object>((inner) => ({ [enterprise]: inner }), { title: 'x' });
  expect(change({ op: 'add', value: deep })).toEqual({});
});

test('SCIM-13 add, replace and remove act on lists as RFC 7644 says', () => {
  const work = { type: 'work', value: '1' };
  const mobile = { type: 'mobile', value: '7700-900123' };
  const fax = { type: 'fax', value: '3' };
  const on = (operation: object) => patch(patchOf(operation), { ...jo, other: { phoneNumbers: [work, mobile] } });
  const numbers = (operation: object) => on(operation).other?.phoneNumbers;
  expect(on({ op: 'replace', path: 'phoneNumbers[type eq "mobile"].value', value: '2' }).mobile).toBe('2');
  expect(on({ op: 'remove', path: 'phoneNumbers[type eq "mobile"]' })).toMatchObject({ mobile: null });
  expect(numbers({ op: 'remove', path: 'phoneNumbers[type eq "work"].value' })).toEqual([mobile]);
  expect(numbers({ op: 'remove', path: 'phoneNumbers[type eq "work" and (value eq "1")]' })).toEqual([mobile]);
  expect(numbers({ op: 'remove', path: 'phoneNumbers[type eq "work" and value eq "2"]' })).toBeUndefined();
  expect(numbers({ op: 'add', path: 'phoneNumbers', value: [fax] })).toEqual([work, mobile, fax]);
  expect(numbers({ op: 'replace', path: 'phoneNumbers', value: [fax] })).toEqual([fax]);
  // Adding a value again changes nothing.
  expect(on({ op: 'add', path: 'phoneNumbers', value: work })).toEqual({ mobile: mobile.value });
  expect(numbers({ op: 'add', path: 'phoneNumbers[type eq "fax"].value', value: '3' })).toEqual([work, mobile, fax]);
  expect(change({ op: 'add', path: 'emails', value: { value: 'new@a.example', primary: true } })).toMatchObject({
    email: 'new@a.example',
  });
  expect(change({ op: 'replace', path: 'name', value: { givenName: null } })).toEqual({ givenName: null });
  expect(change({ op: 'remove', path: 'name' })).toEqual({ givenName: null, familyName: null });
  expect(change({ op: 'remove', path: enterprise })).toEqual({ department: null, manager: null });
  expect(change({ op: 'replace', path: 'addresses[type eq "work"].country', value: 'IN' }).other?.addresses).toEqual([
    { type: 'work', country: 'IN' },
  ]);
});

test('SCIMUSER-61 replace with a filter of one kind adds what is not there, and finds it again', () => {
  const mobile = (value: string) => ({ op: 'Replace', path: 'phoneNumbers[type eq "mobile"].value', value });
  const role = (value: string) => ({ op: 'replace', path: 'roles[primary eq "True"].value', value });
  const bare = { ...jo, mobile: null, other: { roles: [{ value: 'Guests' }] } };
  expect(patch(patchOf(mobile('1'), mobile('2'), role('Owners'), role('Editors')), bare)).toMatchObject({
    mobile: '2',
    roles: ['Editors', 'Guests'],
    other: {
      phoneNumbers: [{ type: 'mobile', value: '2' }],
      roles: [{ value: 'Guests' }, { primary: true, value: 'Editors' }],
    },
  });
  const work = { op: 'replace', path: 'emails[type eq "work" and primary eq true].value', value: 'new@a.example' };
  const home = { ...jo, other: { emails: [{ type: 'home', primary: true, value: jo.email }] } };
  expect(patch(patchOf(work, work), home)).toMatchObject({
    email: 'new@a.example',
    other: {
      emails: [
        { type: 'home', primary: false },
        { type: 'work', primary: true },
      ],
    },
  });
  expect(patch(patchOf({ ...mobile(''), op: 'remove' }, mobile('')), bare)).toEqual({ mobile: null });
  // A filter that finds nothing of what it would add adds nothing to attributes that are stored only.
  for (const path of [
    'addresses[kind eq "x"].country',
    'addresses[type eq "x"].type',
    'addresses[primary eq "x"].country',
  ])
    expect(change({ op: 'replace', path, value: 'IN' })).toEqual({});
});

test('SCIM-13 operations are applied in their order, 100 of them in one request', () => {
  const titles = Array.from({ length: 100 }, (_, n) => ({ op: 'replace', path: 'title', value: `Title ${n}` }));
  expect(change(...titles)).toEqual({ title: 'Title 99' });
  expect(refusal(() => change(...titles, { op: 'remove', path: 'title' }))).toEqual([400, 'invalidSyntax']);
  const roles = titles.map(({ value }) => ({ op: 'add', path: 'roles', value: [{ value }] }));
  expect(refusal(() => change(...roles))).toEqual([400, 'invalidValue']);
});

test('PARSE-10 a request of more than 1,000 attributes is refused, whether they are known and wherever they are', () => {
  const attributes = (count: number, key = (n: number) => `emails[type${' '.repeat(n + 1)}eq "work"].display`) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [key(n), 'x']));
  expect(readUser({ userName: 'ada', ...attributes(400) }).userName).toBe('ada');
  const tooMany = [400, 'invalidSyntax'];
  expect(refusal(() => readUser(attributes(1_001, String)))).toEqual(tooMany);
  expect(refusal(() => readUser({ userName: 'ada', [enterprise]: attributes(1_001, String) }))).toEqual(tooMany);
  const operations = Array.from({ length: 3 }, () => ({ op: 'add', value: attributes(400) }));
  expect(refusal(() => change(...operations))).toEqual(tooMany);
});

test('SCIM-14 an operation that is not valid is refused with its scimType', () => {
  const cases: [object, string][] = [
    [{ op: 'move', path: 'title', value: 'x' }, 'invalidSyntax'],
    [{ path: 'title', value: 'x' }, 'invalidSyntax'],
    [{ op: 'replace', path: 'title' }, 'invalidValue'],
    [{ op: 'replace', path: 'title', value: {} }, 'invalidValue'],
    [{ op: 'replace', path: 'title', value: 1e300 }, 'invalidValue'],
    [{ op: 'replace', path: 'userName', value: '  ' }, 'mutability'],
    [{ op: 'replace', path: 'title', value: 'a\nb' }, 'invalidValue'],
    [{ op: 'replace', path: 'title', value: 'x'.repeat(1_001) }, 'invalidValue'],
    [{ op: 'replace', path: 'active', value: 'perhaps' }, 'invalidValue'],
    [{ op: 'replace', path: 'emails', value: Array(51).fill({ value: 'a@a.example' }) }, 'invalidValue'],
    [{ op: 'replace', value: 'x' }, 'invalidValue'],
    [{ op: 'replace', path: 'emails[type eq "work"', value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: 'na me', value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: 'title[type eq "x"]', value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: 5, value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: 'emails[type co "w"].value', value: 'x' }, 'invalidFilter'],
    [{ op: 'replace', path: 'emails[type pr].value', value: 'x' }, 'invalidFilter'],
    [{ op: 'replace', path: 'emails[type eq "w" or type eq "x"].value', value: 'x' }, 'invalidFilter'],
    [{ op: 'replace', path: 'emails[not (type eq "w")].value', value: 'x' }, 'invalidFilter'],
    [{ op: 'replace', path: 'phoneNumbers[value eq "1"].type', value: 'fax' }, 'noTarget'],
    [{ op: 'replace', path: 'emails[type eq "none"].display', value: 'x' }, 'noTarget'],
    [{ op: 'replace', path: 'roles[primary eq "perhaps"].value', value: 'x' }, 'noTarget'],
    [{ op: 'replace', path: 'roles[kind eq "x"].value', value: 'x' }, 'noTarget'],
    [{ op: 'replace', path: 'roles[type eq "x"].type', value: 'y' }, 'noTarget'],
    [{ op: 'remove' }, 'noTarget'],
    [{ op: 'replace', path: 'id', value: 'x' }, 'mutability'],
    [{ op: 'replace', path: 'meta.created', value: 'x' }, 'mutability'],
    [{ op: 'remove', path: 'userName' }, 'mutability'],
  ];
  for (const [operation, scimType] of cases)
    expect([operation, refusal(() => change(operation))]).toEqual([operation, [400, scimType]]);
  for (const body of [null, [], 'x', {}, { Operations: {} }, { Operations: [] }, { Operations: ['x'] }])
    expect([body, refusal(() => patch(body))]).toEqual([body, [400, 'invalidSyntax']]);
  for (const body of [{}, { userName: '' }, { userName: ' ' }, { userName: {} }])
    expect([body, refusal(() => readUser(body))]).toEqual([body, [400, 'invalidValue']]);
});

test('SCIMUSER-64 a number is read as a text, and a userName without the spaces around it', () => {
  const sent = {
    userName: ' Jo Reed\u00A0',
    externalId: ' 7 ',
    title: 5,
    roles: [7, { value: 8 }],
    [enterprise]: { manager: 9 },
  };
  expect(readUser({ ...sent, phoneNumbers: [{ type: 'mobile', value: 7700900123 }] })).toMatchObject({
    userName: 'Jo Reed',
    externalId: ' 7 ',
    title: '5',
    roles: ['7', '8'],
    manager: '9',
    mobile: '7700900123',
  });
  expect(change({ op: 'replace', path: 'userName', value: 'new ' })).toEqual({ userName: 'new' });
});

test('SCIM-15 a resource has what was sent: the email in its element, roles, and what is stored only', () => {
  const sent = readUser({
    ...entra.create,
    emails: [
      { type: 'home', value: 'home@b.example' },
      { type: 'work', value: 'JO@a.example', primary: true },
    ],
    roles: [{ primary: 'True', value: 'Editors' }],
    userType: 'Employee',
  });
  const user = { ...jo, other: sent.other ?? {}, manager: { id: 'm1', displayName: 'Lee Ash' } };
  const resource = toScimResource(user, 'https://console.example');
  expect(resource).toEqual({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', enterprise],
    id: jo.id,
    userName: 'jo.upn@a.example',
    externalId: 'jo',
    active: true,
    title: 'Analyst',
    userType: 'Employee',
    name: { formatted: 'Jo Reed', givenName: 'Jo', familyName: 'Reed' },
    emails: [
      { type: 'home', value: 'home@b.example' },
      { type: 'work', value: 'JO@a.example', primary: true },
    ],
    phoneNumbers: [{ type: 'mobile', value: '7700 900123' }],
    roles: [{ primary: true, value: 'Editors' }],
    [enterprise]: {
      department: 'Legal',
      manager: { value: 'm1', displayName: 'Lee Ash', $ref: 'https://console.example/scim/v2/Users/m1' },
    },
    meta: {
      resourceType: 'User',
      created: '1970-01-01T00:00:00.000Z',
      lastModified: '1970-01-01T00:00:00.000Z',
      location: `https://console.example/scim/v2/Users/${jo.id}`,
      version: 'W/"1"',
    },
  });
  // A user that is sent back unchanged stays unchanged.
  const { other: _, ...same } = { ...patch(patchOf({ op: 'replace', value: resource }), user) };
  expect(patch(patchOf({ op: 'replace', value: resource }), user)).toEqual(same);
});
