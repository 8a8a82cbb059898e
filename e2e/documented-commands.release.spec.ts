import { spawnSync } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { commandsOn, demoKey, newFolder, pageText, runCommand } from './documentation.ts';
import { test } from './journey.ts';
import { ask, codesOf } from './keys.ts';
import { removeSystem, type System, startSystem } from './system.ts';

interface Operation {
  name: string;
  kind: 'mutation' | 'screen';
  curl: string;
  fetch: string;
  python: string;
}

// Simulates a reader who goes from page to page, on one system that is fresh at the start.
test.describe.configure({ mode: 'serial' });

let system: System;
let folder: string;
test.beforeAll(async () => {
  system = await startSystem();
  folder = await newFolder();
});
test.afterAll(async () => {
  await removeSystem(system);
  await rm(folder, { recursive: true });
});

const environment = () => ({ CONSOLE_URL: system.url, API_KEY: demoKey(system) });
const run = (command: string, killAfterLine = false) =>
  runCommand(command, { cwd: folder, env: environment(), killAfterLine });

/** Replaces the URL and key of a page by those of this system, which `npm start` has started. */
const entered = (command: string) =>
  command.replace('http://localhost:3000', system.url).replace('key_…', demoKey(system));

test('DOC-9 each command of the start works in its order on a fresh system', async () => {
  const [start, environmentOf, ...commands] = await commandsOn(system, '/docs/start/');
  expect(start).toBe('npm start');
  const answers = [];
  for (const command of commands) {
    const { code, output } = await run(entered(`${environmentOf}\n${command.replace('curl ', 'curl -s ')}`));
    expect(code, output).toBe(0);
    answers.push(JSON.parse(output));
  }
  const [who, list, change, feed, mistake] = answers;
  expect(who.data.viewer).toMatchObject({ user: { email: 'admin@demo.example' }, organisation: { brandName: /./ } });
  expect(list.data.users.nodes).toHaveLength(5);
  expect(change.data.updateProfile.user.designation).toBe('Head of compliance');
  expect(feed.events.at(-1)).toMatchObject({ type: 'user.updated' });
  expect(mistake.errors[0].extensions).toMatchObject({
    code: 'INVALID',
    saved: 'NOTHING',
    fields: [{ path: 'mobile' }],
  });
});

test('DOC-9 the page of the events ends with a file that has each event once, after its program was killed', async () => {
  const [, ...commands] = await commandsOn(system, '/docs/events/');
  const [download, ...others] = (commands.at(-1) ?? '').split('\n').toReversed();
  const program = download ?? '';
  expect(program).toMatch(/^node write-events\.mjs/);
  const { code, output } = await run(others.toReversed().join('\n').replaceAll('curl ', 'curl -s '));
  expect(code, output).toBe(0);
  const key = demoKey(system);
  const rename = 'mutation($input: UpdateProfileInput!) { updateProfile(input: $input) { user { id } } }';
  for (let place = 0; place < 120; place += 1)
    await ask(system.url, key, rename, { input: { designation: `Place ${place}` } });
  const killed = await run(program, true);
  expect(killed.code).toBeNull();
  const again = await run(program);
  expect(again.code, again.output).toBe(0);
  const written = (await readFile(join(folder, 'events.jsonl'), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).number);
  const all: number[] = [];
  for (let after: string | null = null, more = true; more; ) {
    const { data } = await ask(
      system.url,
      key,
      'query($after: String) { events(first: 100, after: $after) { nodes { number } pageInfo { hasNextPage endCursor } } }',
      { after },
    );
    all.push(...data.events.nodes.map(({ number }: { number: number }) => number));
    after = data.events.pageInfo.endCursor;
    more = data.events.pageInfo.hasNextPage;
  }
  expect(written.length).toBeGreaterThan(120);
  expect(written).toEqual(all);
});

/** Screens that need an external user or an access review with the id of the examples, which the demo data do not have. */
const unknownInDemo: readonly string[] = ['MapExternalUserPage', 'ReviewPage'];

/** The error codes that the page of an operation names. */
const codesOnPage = async (name: string): Promise<string[]> => {
  const html = await pageText(system, `/docs/operations/${name}/`);
  const section = html.slice(html.indexOf('id="error-codes"'), html.indexOf('id="calls-of-the-product-api"'));
  return [...section.matchAll(/<code>([A-Z_]+)<\/code>/g)].map(([, code = '']) => code);
};

/** Mutations that change something each time they are sent, with the demo key and the ids of the examples. */
const succeedWithDemoKey = [
  'encrypt',
  'previewUserUpload',
  'updateProfile',
  'updateUser',
  'activateUser',
  'updateOrganisation',
  'enableOrganisation',
  'changeOrganiser',
  'updateConfig',
  'startBulkAction',
];

/** A program that runs the programs of several files in one process, and prints the output of each. */
const runAll = (names: readonly string[]) => `
const { log } = console;
const printed = [];
for (const name of ${JSON.stringify(names)}) {
  console.log = (text) => printed.push([name, text]);
  await import('./' + name + '.mjs');
}
log(JSON.stringify(printed));
`;

test('DOC-7 each ready operation runs as curl and with fetch, and is answered as its page says; Python compiles', async () => {
  test.setTimeout(240_000);
  const operations = (await (await fetch(`${system.url}/docs/operations.json`)).json()) as Operation[];
  const users = [
    'firstname,lastname,email,designation,role,supervisor,department_name',
    'Ann,Roe,ann.roe@demo.example,Analyst,Auditee,organiser@demo.example,Legal',
  ];
  await writeFile(join(folder, 'users.csv'), `${users.join('\n')}\n`);
  const answers = new Map<string, string>();
  for (const { name, curl, fetch: javascript, python } of operations) {
    // The text of this document differs, and so does its key.
    await writeFile(join(folder, `${name}.mjs`), javascript.replace(`docs-${name}`, `docs-${name}-again`));
    await writeFile(join(folder, `${name}.py`), python);
    const { code, output } = await run(curl.replace('curl ', 'curl -s '));
    expect(code, `${name}: ${output}`).toBe(0);
    answers.set(`curl ${name}`, output);
  }
  await writeFile(join(folder, 'all.mjs'), runAll(operations.map(({ name }) => name)));
  const fetched = await run('node all.mjs');
  expect(fetched.code, fetched.output).toBe(0);
  for (const [name, output] of JSON.parse(fetched.output)) answers.set(`fetch ${name}`, output);

  const succeeded: string[] = [];
  for (const { name, kind } of operations) {
    const documented =
      kind === 'mutation' ? await codesOnPage(name) : unknownInDemo.includes(name) ? ['NOT_FOUND'] : [];
    for (const tool of ['curl', 'fetch']) {
      const output = answers.get(`${tool} ${name}`) ?? '';
      const codes = codesOf(JSON.parse(output));
      expect(
        codes.filter((one) => !documented.includes(one)),
        `${tool} ${name}: ${output.slice(0, 300)}`,
      ).toEqual([]);
      if (codes.length === 0) succeeded.push(`${tool} ${name}`);
    }
  }
  const expected = operations.filter(({ kind, name }) => kind === 'screen' && !unknownInDemo.includes(name));
  for (const name of [...expected.map((screen) => screen.name), ...succeedWithDemoKey])
    expect(succeeded).toEqual(expect.arrayContaining([`curl ${name}`, `fetch ${name}`]));
  const files = operations.map(({ name }) => `${name}.py`);
  const compiled = spawnSync('python3', ['-m', 'py_compile', ...files], { cwd: folder, encoding: 'utf8' });
  if (compiled.status !== null) expect(compiled.stderr).toBe('');
});
