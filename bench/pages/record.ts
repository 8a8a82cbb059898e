/** `npm run bench -- record`: records the console's queries of one session of each role in sessions.json. */
import { writeFileSync } from 'node:fs';
import type { Browser, Response } from '@playwright/test';
import { removeSystem, type System, startSystem } from '../../e2e/system.ts';
import { demoPassword } from '../../platform/src/demo/sign-ins.ts';
import { startBrowser } from '../console/browser.ts';
import { journeys, openAddress, type Step } from './journeys.ts';
import { manifestQueries, type RecordedOperation, type Sessions, sessionsFile } from './operations.ts';

/** Longer than the console waits until a search has been typed. */
const settleMs = 600;

interface Sent {
  operationName: string;
  variables?: Record<string, unknown>;
}

/** The request of an answer; null for one with errors, such as that of a field that the role may not read. */
async function withoutErrors(response: Response): Promise<Sent | null> {
  const { errors } = (await response.json().catch(() => ({ errors: [] }))) as { errors?: unknown };
  return errors === undefined ? (response.request().postDataJSON() as Sent) : null;
}

async function recordSession(browser: Browser, system: System, email: string, steps: readonly Step[]) {
  const context = await browser.newContext({ baseURL: system.url });
  const answered: Promise<Sent | null>[] = [];
  try {
    const page = await context.newPage();
    page.on('response', (response) => {
      if (response.url().endsWith('/graphql')) answered.push(withoutErrors(response));
    });
    await page.goto('/login');
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByRole('textbox', { name: 'Password' }).fill(demoPassword);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'Search and commands' }).waitFor();
    for (const step of steps) {
      if (typeof step === 'string') await openAddress(page, step);
      else await step(page);
      await page.waitForTimeout(settleMs);
      await page.waitForLoadState('networkidle');
      if (new URL(page.url()).pathname === '/page-not-found') throw new Error(`${email} may not open ${String(step)}`);
    }
    return (await Promise.all(answered)).filter((sent) => sent !== null);
  } finally {
    await context.close();
  }
}

/** Equal requests once, with how often they were sent. */
function counted(sent: readonly Sent[], names: ReadonlySet<string>): RecordedOperation[] {
  const queries = sent.filter(({ operationName }) => names.has(operationName));
  const alike = Map.groupBy(queries, ({ operationName, variables = {} }) => JSON.stringify([operationName, variables]));
  return [...alike].map(([text, same]) => {
    const [name, variables] = JSON.parse(text) as [string, Record<string, unknown>];
    return { name, variables, count: same.length };
  });
}

/** Records and stores the sessions. Returns the exit code. */
export async function recordSessions(): Promise<number> {
  const browser = await startBrowser();
  if (!browser) return 1;
  const queryNames = new Set(manifestQueries().keys());
  const system = await startSystem();
  try {
    const sessions: Sessions = {};
    for (const [role, { email, steps }] of Object.entries(journeys)) {
      const operations = counted(await recordSession(browser, system, email, steps), queryNames);
      sessions[role] = { email, operations };
      console.log(`  ${role}: ${operations.reduce((sum, { count }) => sum + count, 0)} queries`);
    }
    const lines = Object.entries(sessions).map(([role, { email, operations }]) => {
      const rows = operations.map((operation) => `      ${JSON.stringify(operation)}`);
      return `  ${JSON.stringify(role)}: {\n    "email": ${JSON.stringify(email)},\n    "operations": [\n${rows.join(',\n')}\n    ]\n  }`;
    });
    writeFileSync(sessionsFile, `{\n${lines.join(',\n')}\n}\n`);
    return 0;
  } finally {
    await browser.close();
    await removeSystem(system);
  }
}
