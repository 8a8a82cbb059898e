import type { UserName } from '@console/platform/testing/fixtures';
import { beforeEach, describe, expect, test } from 'vitest';
import { mode, testWith, useTestSystem } from '../testing/system.ts';

const system = useTestSystem();
beforeEach(async () => {
  // Caches across requests have expired by then.
  system.platform.moveClock(11 * 60_000);
});

const lists = [
  ['REST-46', 'industries', '/consoles/industry_list', 'industries'],
  ['REST-49', 'countries', '/consoles/country_list', 'countries'],
  ['REST-47', 'departments', '/consoles/department_list', 'department_list'],
  ['REST-48', 'designations', '/consoles/designation_list', 'designations'],
  ['REST-24', 'countryCodes', '/consoles/country_code_list', 'country_codes'],
] as const;
const rolesPath = '/centrals/module_role_list';
const ask = (fields: string) => system.client().graphql(`{ lookups { ${fields} } }`);
/** The calls so far, without the question about extensions, which is sent once a minute. */
const sent = () => system.upstream.requests.filter(({ path }) => path !== '/consoles/ext/capabilities');
const lookups = async (fields: string) => (await ask(fields)).data.lookups;

test.each(lists)(
  '%s %s: sends exactly one call to %s and reads its %s, without a key',
  async (_item, field, path, _key) => {
    const rows = (await lookups(`${field} { id label group }`))[field];
    expect(rows.length).toBeGreaterThan(2);
    expect(rows[0]).toEqual({ id: expect.any(String), label: expect.any(String), group: rows[0].group });
    expect([null, 'Senior management']).toContain(rows[0].group);
    expect(system.upstream.requests).toEqual([
      expect.objectContaining({ method: 'GET', path, query: {}, body: undefined }),
    ]);
    expect(system.upstream.requests[0]?.headers).not.toHaveProperty('api-key');
  },
);

test('OPEN-68 GQL-13 all lists at once, only those that are selected, and again from memory for ten minutes', async () => {
  const all = `${lists.map(([, field]) => `${field} { id }`).join(' ')} roles { id }`;
  await ask('industries { id }');
  expect(system.upstream.requests).toHaveLength(1);
  await ask(all);
  const [fewer, more] = mode === 'on' ? [2, 3] : [6, 12];
  expect(sent()).toHaveLength(fewer);
  system.platform.moveClock(10 * 60_000);
  await ask(all);
  expect(sent()).toHaveLength(fewer);
  system.platform.moveClock(1);
  await ask(all);
  expect(sent()).toHaveLength(more);
});

describe('a list', () => {
  const [field, path, key] = ['departments', '/consoles/department_list', 'department_list'] as const;

  test.each([
    ['of texts', { [key]: ['Legal', 'InfoSec'] }],
    [
      'of names',
      {
        [key]: [
          { id: 'Legal', name: 'Legal' },
          { id: 'InfoSec', title: 'InfoSec' },
        ],
      },
    ],
    ['under another key', { data: [{ id: 'Legal', label: 'Legal' }, { label: 'InfoSec' }] }],
    ['bare, with rows that say nothing', ['Legal', null, {}, { id: 3 }, [], 'InfoSec']],
  ])('ENT-9 OPEN-49 %s is understood', async (_what, body) => {
    system.upstream.script(path, { body });
    expect((await lookups(`${field} { id label }`))[field]).toEqual([
      { id: 'Legal', label: 'Legal' },
      { id: 'InfoSec', label: 'InfoSec' },
    ]);
  });

  test('ENT-10 an object of id to label is a list of options', async () => {
    system.upstream.script(path, { body: { data: { 1: 'Banking', 2: 'Energy' } } });
    expect((await lookups(`${field} { id label }`))[field]).toEqual([
      { id: '1', label: 'Banking' },
      { id: '2', label: 'Energy' },
    ]);
  });

  test('ENT-9 ids may be numbers, and entries may be grouped under headings', async () => {
    system.upstream.script(path, { body: { [key]: [{ id: 7, label: 'Legal', group: 'Office' }] } });
    expect((await lookups(`${field} { id label group }`))[field]).toEqual([
      { id: '7', label: 'Legal', group: 'Office' },
    ]);
  });

  test.each([
    { status: 500, body: {} },
    { body: { [key]: 'none' } },
    { body: [['1', 'Banking']] },
    { reset: true },
    { body: '<html>' },
  ])(
    'REST-47 that fails (%j) is null with an error, the others are there, and it is requested again',
    async (fault) => {
      system.upstream.script(path, fault);
      const others = mode === 'on' ? 'seniorDesignations { id }' : 'industries { id }';
      if (mode === 'on') await ask(others);
      const { data, errors } = await ask(`${field} { id } ${others}`);
      expect([data.lookups[field], Object.values<object[]>(data.lookups).some((list) => list?.length > 0)]).toEqual([
        null,
        true,
      ]);
      expect(errors.map(({ path: place }) => place)).toEqual([['lookups', field]]);
      system.upstream.script(path);
      expect((await lookups(`${field} { id }`))[field].length).toBeGreaterThan(2);
    },
  );

  test.each([{ [key]: null }, {}, { [key]: [] }])(
    'REST-47 OPEN-49 %j is an empty list, which is requested again the next time',
    async (body) => {
      system.upstream.script(path, { body });
      const { data, errors } = await ask(`${field} { id }`);
      expect([data.lookups[field], errors]).toEqual([[], []]);
      system.upstream.script(path);
      expect((await lookups(`${field} { id }`))[field].length).toBeGreaterThan(2);
    },
  );

  test('RELIABILITY-5 of more than a megabyte is returned and not cached', async () => {
    system.upstream.script(path, {
      body: { [key]: Array.from({ length: 20_000 }, (_, n) => `Department ${'x'.repeat(40)} ${n}`) },
    });
    for (let turn = 1; turn <= 2; turn += 1) {
      expect((await lookups(`${field} { id }`))[field]).toHaveLength(20_000);
      expect(system.upstream.sent(path)).toHaveLength(turn);
    }
  });
});

testWith(
  'on',
  'OPEN-71 several lists are one call to our platform, with the rows of the calls of the specification',
  async () => {
    const fields = `${lists.map(([, field]) => `${field} { id label group }`).join(' ')} roles { id key name level }`;
    const combined = await lookups(fields);
    expect(sent().map(({ path }) => path)).toEqual(['/consoles/ext/lookup_lists']);
    system.platform.moveClock(11 * 60_000);
    for (const field of fields.split(/(?<=\})/)) expect(combined).toMatchObject(await lookups(field));
    expect(new Set(sent().map(({ path }) => path))).toEqual(
      new Set(['/consoles/ext/lookup_lists', rolesPath, ...lists.map(([, , path]) => path)]),
    );
  },
);

testWith('on', 'OPEN-71 a failing call for several lists is an error of each of them', async () => {
  system.upstream.script('/consoles/ext/lookup_lists', { status: 500, body: {} });
  const { data, errors } = await ask('departments { id } industries { id }');
  expect([data.lookups, errors.map(({ path }) => path?.at(-1))]).toEqual([
    { departments: null, industries: null },
    ['departments', 'industries'],
  ]);
});

describe('the roles', () => {
  test('REST-25 OPEN-68 the roles for a caller are their own and those below', async () => {
    const cases: [UserName | null, string[]][] = [
      [null, ['ADMINISTRATOR', 'ARCHITECT', 'ORGANISER', 'ASSESSOR', 'AUDITEE']],
      ['adm', ['ADMINISTRATOR', 'ARCHITECT', 'ORGANISER', 'ASSESSOR', 'AUDITEE']],
      ['orgA', ['ORGANISER', 'ASSESSOR', 'AUDITEE']],
      ['assA', ['ASSESSOR', 'AUDITEE']],
      ['audA', ['AUDITEE']],
    ];
    for (const [user, keys] of cases) {
      // The list is cached for all callers: the roles that one caller may give must not be offered to the next.
      await ask('roles { key }');
      const tab = user ? await system.signIn(user) : system.client();
      const { data } = await tab.graphql('{ lookups { roles { id key name level } } }');
      expect(data.lookups.roles.map(({ key }: { key: string }) => key)).toEqual(keys);
      expect(data.lookups.roles.at(-1)).toEqual({ id: '5', key: 'AUDITEE', name: 'Auditee', level: 5 });
    }
  });

  test('WIZ-4 WIZ-6 USER-28 say whom they are proposed for, and whether they lead departments', async () => {
    const { roles } = await lookups('roles { key canLeadDepartment proposedForOrganiser proposedForDesignations }');
    const none = { canLeadDepartment: false, proposedForOrganiser: false, proposedForDesignations: [] };
    expect(roles).toEqual([
      { ...none, key: 'ADMINISTRATOR' },
      { ...none, key: 'ARCHITECT' },
      { ...none, key: 'ORGANISER', proposedForOrganiser: true, proposedForDesignations: ['CISO', 'DPO'] },
      { ...none, key: 'ASSESSOR', proposedForDesignations: ['CEO', 'CTO', 'CFO', 'COO', 'CHRO', 'CPO'] },
      { ...none, key: 'AUDITEE', canLeadDepartment: true },
    ]);
  });

  test('START-33 START-34 say in a line what they may do, and whether they reach all organisations', async () => {
    const { roles } = await lookups('roles { key summary reachesAllOrganisations }');
    const line = (all: boolean, what: string) => `${all ? 'All organisations' : 'Own organisation'}: ${what}`;
    const expected = [
      [
        'ADMINISTRATOR',
        true,
        'creates, edits and disables them, and manages users, mappings, SSO, configuration and API keys',
      ],
      ['ARCHITECT', true, 'disables them, and manages users, SSO and configuration'],
      ['ORGANISER', false, 'manages users, mappings, SSO and API keys'],
      ['ASSESSOR', false, 'manages users and SSO'],
      ['AUDITEE', false, 'view only'],
    ] as const;
    expect(roles).toEqual(
      expected.map(([key, all, what]) => ({ key, summary: line(all, what), reachesAllOrganisations: all })),
    );
  });

  test('ROLE-3 are known by their names, whatever their numbers; others are left out', async () => {
    const Console = [
      { id: 91, label: 'Auditee' },
      { id: 92, idStr: 'ARCHITECT', label: 'x' },
      { id: 1, label: 'Wizard' },
    ];
    system.upstream.script(rolesPath, { body: { module_role_list: { Auditor: [], Console } } });
    expect((await lookups('roles { id key }')).roles).toEqual([
      { id: '92', key: 'ARCHITECT' },
      { id: '91', key: 'AUDITEE' },
    ]);
  });

  test.each([{ module_role_list: [{ id: 1, label: 'Auditee' }] }, { module_role_list: { Auditor: [] } }])(
    'REST-25 ENT-10 roles without those of the console are an error, not an empty list: %j',
    async (body) => {
      system.upstream.script(rolesPath, { body });
      const { data, errors } = await ask('roles { key }');
      expect([data.lookups.roles, errors[0]?.extensions.code]).toEqual([null, 'UPSTREAM_BAD_RESPONSE']);
    },
  );

  test('ROLE-4 a user without a role may assign none', async () => {
    const tab = await system.signIn('audA');
    const change = (body: unknown) => ({ user: { ...(body as { user: object }).user, role: null } });
    system.upstream.script('/tasks/api_user_detail', { real: true, change });
    expect((await tab.graphql('{ lookups { roles { key } } }')).data.lookups.roles).toEqual([]);
  });
});

test('REST-24 a product API that wants a key for its lists is given that of the caller', async () => {
  const tab = await system.signIn('orgA');
  await tab.graphql('{ lookups { countryCodes { id } } }');
  expect(system.upstream.sent('/consoles/country_code_list')[0]?.headers).toHaveProperty('api-key');
});
