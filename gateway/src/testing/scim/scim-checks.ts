import { createHash } from 'node:crypto';
import { changeChecks, deletionChecks } from './change-checks.ts';
import { type Check, NotApplicable, Subject, Violation } from './check.ts';
import { createChecks } from './create-checks.ts';
import { discoveryChecks } from './discovery-checks.ts';
import { patchChecks } from './patch-checks.ts';
import { queryChecks } from './query-checks.ts';
import { ScimClient } from './scim-client.ts';

export const scimChecks: readonly Check[] = [
  ...discoveryChecks,
  ...createChecks,
  ...queryChecks,
  ...changeChecks,
  ...patchChecks,
  ...deletionChecks,
];

interface Findings {
  /** Requirements and recommendations of the RFCs that the server does not meet, with their section. */
  failed: string[];
  advice: string[];
  /** Users of the checks that could not be deleted. */
  left: string[];
}

/** Whether the SCIM server at `url` does what RFC 7643 and RFC 7644 require. Creates three users, the same ones for each run with a key, and deletes them. */
export async function checkScim(url: string, key: string): Promise<Findings> {
  const subject = new Subject(new ScimClient(url, key), createHash('sha256').update(key).digest('hex').slice(0, 10));
  const found: Findings = { failed: [], advice: [], left: [] };
  try {
    await subject.clean();
    for (const check of scimChecks) {
      const finding = await findingOf(check, subject);
      if (finding) found[finding.kind].push(`${check.section} ${check.requires} ${finding.text}`);
    }
  } finally {
    found.left = await subject.clean();
  }
  return found;
}

async function findingOf(check: Check, subject: Subject): Promise<{ kind: 'failed' | 'advice'; text: string } | null> {
  try {
    await check.run(subject);
    return null;
  } catch (error) {
    if (error instanceof NotApplicable) return null;
    const kind = error instanceof Violation && check.isAdvice ? 'advice' : 'failed';
    return { kind, text: (error as Error).message };
  }
}
