import { readFileSync } from 'node:fs';
import { roles } from '@console/contract/access';
import { extensionCalls } from '@console/contract/calls/extensions';
import { lookupsCalls } from '@console/contract/calls/lookups';
import { defaultCountryCode, defaultDepartment, seniorPosts } from '@console/contract/rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoDesignations } from '../demo/people-list.ts';
import { openTestDatabase } from '../testing/database.ts';
import { startTestPlatform, type TestPlatform } from '../testing/platform.ts';
import { countries } from './countries.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startTestPlatform();
});
afterAll(() => platform.close());

interface Option {
  id: string;
  label: string;
  group?: string;
}

const lists = {
  'REST-24': ['/consoles/country_code_list', 'country_codes'],
  'REST-46': ['/consoles/industry_list', 'industries'],
  'REST-47': ['/consoles/department_list', 'department_list'],
  'REST-48': ['/consoles/designation_list', 'designations'],
  'REST-49': ['/consoles/country_list', 'countries'],
} as const;

const read = async (item: keyof typeof lists): Promise<Option[]> => {
  const [path, key] = lists[item];
  const answer = await platform.call(`GET ${path}`);
  expect(answer.statusCode).toBe(200);
  expect(Object.keys(answer.json())).toEqual([key]);
  return answer.json()[key];
};
const ids = (options: Option[]) => options.map(({ id }) => id);

test.each(Object.keys(lists) as (keyof typeof lists)[])(
  '%s OPEN-49 OPEN-68 is a list of unique ids and labels under its key, without an API key',
  async (item) => {
    const options = await read(item);
    expect(options.length).toBeGreaterThan(10);
    for (const { id, label } of options) expect([id.trim(), label.trim()]).toEqual([id, label]);
    expect(new Set(ids(options)).size).toBe(options.length);
    expect(new Set(options.map(({ label }) => label)).size).toBe(options.length);
    expect(ids(options).every(Boolean)).toBe(true);
  },
);

test('REST-25 ROLE-1 ROLE-2 OPEN-68 the five roles are listed without a key, highest first', async () => {
  const answer = await platform.call('GET /centrals/module_role_list');
  expect(
    answer.json().module_role_list.Console.map(({ label, idStr }: { label: string; idStr: string }) => [idStr, label]),
  ).toEqual(roles.map(({ key, name }) => [key, name]));
});

test('REST-49 ORG-18 every country of ISO 3166 is listed by its English name, in alphabetical order', async () => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  expect(countries).toHaveLength(249);
  expect(new Set(countries.map(({ code }) => code)).size).toBe(249);
  expect(countries.filter(({ code }) => !/^[A-Z]{2}$/.test(code) || !names.of(code))).toEqual([]);
  const options = ids(await read('REST-49'));
  expect(options).toEqual(countries.map(({ name }) => name));
  expect(options).toEqual(options.toSorted((a, b) => a.localeCompare(b, 'en')));
  // Few names differ in spelling only.
  expect(countries.filter(({ code, name }) => names.of(code) === name).length).toBeGreaterThan(200);
});

// Organisations and users are saved with these ids: none may change or be missing after an update of countries-list.
test.each([
  ['REST-24', 'dialling-codes.txt'],
  ['REST-49', 'countries.txt'],
] as const)('%s OPEN-49 its ids and labels are those of %s', async (item, file) => {
  const lines = (await read(item)).map(({ id, label }) => `${id} ${label}\n`);
  expect(lines.join('')).toBe(readFileSync(new URL(file, import.meta.url), 'utf8'));
});

test('REST-24 CONST-2 USER-25 a dialling code lists all its countries, the main one first', async () => {
  const options = await read('REST-24');
  const labels = new Map(options.map(({ id, label }) => [id, label]));
  expect(labels.get(defaultCountryCode)).toBe('India (+91)');
  expect(labels.get('+1')).toBe('United States, Canada (+1)');
  expect(labels.get('+44')).toBe('United Kingdom, Guernsey, Isle of Man, Jersey (+44)');
  expect(labels.get('+1876')).toBe('Jamaica (+1876)');
  expect(options.filter(({ id, label }) => !/^\+[1-9]\d{0,3}$/.test(id) || !label.endsWith(` (${id})`))).toEqual([]);
  const uninhabited = countries.filter(({ dials }) => dials.length === 0).map(({ code }) => code);
  expect(uninhabited.toSorted()).toEqual(['BV', 'HM', 'UM']);
});

test('REST-47 CONST-5 USER-24 the departments contain the default one and those of the senior designations', async () => {
  const departments = ids(await read('REST-47'));
  expect(departments).toEqual(expect.arrayContaining([defaultDepartment, 'Technology', 'Finance', 'Operations', 'HR']));
});

test('REST-48 WIZ-5 OPEN-57 the eight senior designations come first, under their own heading, with the abbreviation in brackets', async () => {
  const designations = await read('REST-48');
  const senior = designations.slice(0, 8);
  expect(ids(senior)).toEqual(['CEO', 'CTO', 'CFO', 'COO', 'CISO', 'CHRO', 'CPO', 'DPO']);
  expect(senior.map(({ id, label }) => ({ id, label }))).toEqual(seniorPosts.map(({ id, label }) => ({ id, label })));
  expect(senior.every(({ id, label }) => label.endsWith(` [${id}]`))).toBe(true);
  const labels = senior.map(({ label }) => label);
  expect([labels[0], labels[6], labels[7]]).toEqual([
    'Chief Executive Officer [CEO]',
    'Chief People Officer [CPO]',
    'Data Protection Officer [DPO]',
  ]);
  expect(new Set(senior.map(({ group }) => group))).toEqual(new Set(['Senior management']));
  expect(designations.slice(8).some(({ group }) => group)).toBe(false);
});

test('REST-62 OPEN-49 the demo data use values of the lists', async () => {
  const demo = await openTestDatabase({ demo: true });
  const users = await demo.selectFrom('ent_usr').select(['department_name', 'designation', 'country_code']).execute();
  const organisations = await demo.selectFrom('ent_org').select(['industry', 'country']).execute();
  await demo.destroy();
  expect(users.length * organisations.length).toBeGreaterThan(0);
  const used: [keyof typeof lists, (string | null)[]][] = [
    ['REST-24', users.map((user) => user.country_code)],
    ['REST-47', users.map((user) => user.department_name)],
    ['REST-48', [...users.map((user) => user.designation), ...demoDesignations]],
    ['REST-46', organisations.map((one) => one.industry)],
    ['REST-49', organisations.map((one) => one.country)],
  ];
  for (const [item, values] of used) {
    const known = ids(await read(item));
    expect([item, values.filter((value) => value !== null && !known.includes(value))]).toEqual([item, []]);
  }
});

test('OPEN-71 all lists in one answer are those of the calls of the specification', async () => {
  const { method, path } = extensionCalls.lookupLists;
  const answer = await platform.call(`${method} ${path}`);
  const separate = await Promise.all(
    Object.values(lookupsCalls).map(async (call) => (await platform.call(`${call.method} ${call.path}`)).json()),
  );
  expect(answer.json()).toEqual(Object.assign({}, ...separate));
});
