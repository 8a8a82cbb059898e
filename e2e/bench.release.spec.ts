import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { runCommand } from './documentation.ts';

const root = join(import.meta.dirname, '..');
const operations = Object.values<string>(
  JSON.parse(readFileSync(join(root, 'web/src/gql/persisted-documents.json'), 'utf8')),
);

/** Pages that need a session, the link of an email, or rows that the measured data do not have. */
const notMeasured = [
  'ActivityPage',
  'KeysPage',
  'MapExternalUserPage',
  'OnboardPage',
  'OrganisationActivityPage',
  'ProvisioningPage',
  'RequiredFactorPage',
  'ResetPasswordPage',
  'ReviewPage',
  'SignInRulesPage',
  'SsoPage',
];

test('GQL-10 npm run bench measures the pages of the console, and plain Apollo Server gives the same responses', async () => {
  const command = 'npm run --silent bench -- pages --rounds 1 --seconds 0.01 --users 3000 --organisations 30';
  const { output } = await runCommand(command, { cwd: root, env: {} });
  // The goals that concern time may be missed on a busy machine. Every table is printed all the same.
  expect(output).toMatch(/\| page with the most calls \| \d \| ≤ 6 \| met \|/);
  const measured = [...output.matchAll(/^\| (\w+Page)\b/gm)].map(([, name]) => name);
  const pages = operations.flatMap((text) => /\bquery (\w+Page)\b/.exec(text)?.[1] ?? []);
  expect([...new Set([...measured, ...notMeasured])].toSorted()).toEqual(pages.toSorted());
});
