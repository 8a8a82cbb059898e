import { createHash } from 'node:crypto';
import { isCredential } from '../product-api/credential.ts';
import { changeChecks, deletionChecks } from './change-checks.ts';
import { type Check, NotApplicable, Subject, Violation } from './check.ts';
import { createChecks } from './create-checks.ts';
import { discoveryChecks } from './discovery-checks.ts';
import { patchChecks } from './patch-checks.ts';
import { queryChecks } from './query-checks.ts';
import { ScimClient } from './scim-client.ts';

const usage = `Usage: check-scim URL

Checks the SCIM server at URL, such as https://console.example/scim/v2, against RFC 7643 and RFC 7644. It creates three users and deletes them.
The key comes from SCIM_KEY. Without it, the command asks for the key.`;

const keyVariable = 'SCIM_KEY';
/** How long deleting the users may take after the check was stopped. */
const cleanMs = 60_000;

export const scimChecks: readonly Check[] = [
  ...discoveryChecks,
  ...createChecks,
  ...queryChecks,
  ...changeChecks,
  ...patchChecks,
  ...deletionChecks,
];

export interface Terminal {
  isInteractive: boolean;
  print(text: string): void;
  /** Without echo. */
  askSecret(question: string): Promise<string>;
}

type Outcome = 'passed' | 'failed' | 'advice' | 'skipped';

const labels: Readonly<Record<Outcome, string>> = {
  passed: 'ok    ',
  failed: 'FAILED',
  advice: 'advice',
  skipped: 'n/a   ',
};

function urlOf([text, ...rest]: string[]): URL | null {
  if (text === undefined || rest.length > 0 || !URL.canParse(text)) return null;
  const url = new URL(text);
  const isPlain = !url.username && !url.password && !url.search && !url.hash;
  return isPlain && ['http:', 'https:'].includes(url.protocol) ? url : null;
}

/** `check-scim`: whether a SCIM server does what the RFCs require. Returns the exit code: 0 it does, 1 it does not or users are left, 2 wrong usage. */
export async function checkScim(
  args: string[],
  env: Readonly<Record<string, string | undefined>>,
  { isInteractive, print, askSecret }: Terminal,
  signal: AbortSignal = new AbortController().signal,
): Promise<0 | 1 | 2> {
  const url = urlOf(args);
  const given = env[keyVariable]?.trim();
  if (url === null || (!given && !isInteractive)) {
    const problem = url === null ? 'Give one URL.' : `There is no terminal to ask for the key. Set ${keyVariable}.`;
    print(`${problem}\n\n${usage}`);
    return 2;
  }
  const key = given || (await askSecret('SCIM key: ')).trim();
  if (!isCredential(key)) {
    print('The key has characters that a key cannot have.');
    return 2;
  }
  // Server texts are shown, and users share the output.
  const report = (text: string) => print(text.replaceAll(key, '[key]'));
  const client = new ScimClient(url, key, signal);
  // The same names in each run with a key, so that repeated runs do not add people.
  const subject = new Subject(client, createHash('sha256').update(key).digest('hex').slice(0, 10));
  const counts: Record<Outcome, number> = { passed: 0, failed: 0, advice: 0, skipped: 0 };
  let left: string[];
  try {
    await subject.clean(client);
    for (const check of scimChecks) {
      const { outcome, finding } = await outcomeOf(check, subject);
      if (signal.aborted) break;
      counts[outcome] += 1;
      report(`${labels[outcome]}  ${check.section.padEnd(16)}  ${check.requires}${finding && `\n        ${finding}`}`);
    }
  } finally {
    left = await subject.clean(client.until(AbortSignal.timeout(cleanMs)));
    for (const user of left) report(`Not deleted: ${user}`);
  }
  const { passed, failed, advice, skipped } = counts;
  const others = `${failed} failed, ${advice} recommendations not followed, ${skipped} not applicable`;
  report(`\n${passed + failed + advice + skipped} of ${scimChecks.length} checks: ${passed} passed, ${others}.`);
  if (left.length === 0) report('All users of the check are deleted.');
  return failed > 0 || left.length > 0 || signal.aborted ? 1 : 0;
}

async function outcomeOf(check: Check, subject: Subject): Promise<{ outcome: Outcome; finding: string }> {
  try {
    await check.run(subject);
    return { outcome: 'passed', finding: '' };
  } catch (error) {
    const finding = (error as Error).message.replace(/\s+/g, ' ');
    if (error instanceof NotApplicable) return { outcome: 'skipped', finding };
    return { outcome: error instanceof Violation && check.isAdvice ? 'advice' : 'failed', finding };
  }
}
