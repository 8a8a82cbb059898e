import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPlatformSettings } from '../core/base/settings.ts';
import { openDatabase } from '../core/database/database.ts';
import { startPlatform } from '../start.ts';
import { fillDataFolder } from '../testing/database.ts';
import { freePort } from '../testing/free-port.ts';
import { runCommandLine } from '../testing/operator-commands.ts';

const organisation = {
  type: 'organisation',
  brandname: 'Acme',
  legalname: 'Acme Ltd',
  industry: 'Energy',
  email_domain: 'acme.example',
  website: 'https://acme.example',
  pin: '560001',
  city: 'Bengaluru',
  state: 'Karnataka',
  country: 'India',
};
const user = {
  type: 'user',
  organisation: 'Acme',
  firstname: 'Jane',
  lastname: 'Doe',
  designation: 'Analyst',
  role: 'Auditee',
  supervisor: 'boss@acme.example',
  department_name: 'InfoSec',
};

test('IMPORT-1 IMPORT-2 IMPORT-3 the command imports by a running platform and in the database itself; faults are lines, and wrong usage is one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'console-test-'));
  const dataDir = join(folder, 'data');
  const path = join(folder, 'customers.jsonl');
  const env = { DATA_DIR: dataDir };
  const write = (...emails: string[]) =>
    writeFile(
      path,
      [organisation, ...emails.map((email) => ({ ...user, email }))].map((one) => JSON.stringify(one)).join('\n'),
    );
  await fillDataFolder(dataDir);
  const running = await startPlatform(
    readPlatformSettings({ ...env, PLATFORM_PORT: String(await freePort()), DEMO: 'off' }),
    { logger: false },
  );
  await write('jane@acme.example', 'unknown');
  expect(await runCommandLine(env, 'import', path)).toMatchObject({
    code: 1,
    output: '',
    errors: 'Line 3: email must be an email address\nThe file has 1 faulty line. Nothing was imported.\n',
  });
  await write('jane@acme.example');
  expect(await runCommandLine(env, 'import', path)).toMatchObject({
    code: 0,
    errors: '',
    output: '1 organisation and 1 user were imported. Already there: 0.\n',
  });
  await running.close();
  await write('jane@acme.example', 'ravi@acme.example');
  expect(await runCommandLine(env, 'import', path)).toMatchObject({
    code: 0,
    errors: '',
    output: '0 organisations and 1 user were imported. Already there: 2.\n',
  });
  for (const [args, errors] of [
    [[path, '--all'], /^Usage: import FILE \[--dry-run\] \[--invite\]\n$/],
    [[join(folder, 'none.jsonl')], /^"\S+none\.jsonl" cannot be read: [^\n]+\n$/],
  ] as const)
    expect(await runCommandLine(env, 'import', ...args)).toMatchObject({
      code: 1,
      errors: expect.stringMatching(errors),
    });
  const db = await openDatabase({ dataDir });
  const events = await db.selectFrom('audit_entry').select(['action', 'after']).orderBy('id').execute();
  const mails = await db.selectFrom('mail').select('id').execute();
  await db.destroy();
  const { username } = userInfo();
  expect(events.map(({ action, after }) => [action, (after as unknown as { operator?: string }).operator])).toEqual([
    ...[
      ['organisations:create', username],
      ['users:create', username],
      ['users:create', username],
    ],
  ]);
  expect(mails).toEqual([]);
  await rm(folder, { recursive: true, force: true });
}, 300_000);
