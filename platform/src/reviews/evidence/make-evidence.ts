import { chainAuditEvents } from '../../audit/audit-chain.ts';
import type { Services } from '../../core/access/services.ts';
import { writeEvidenceCsv } from './evidence-csv.ts';
import { writeEvidenceHtml } from './evidence-html.ts';
import { readReviewEvidence } from './read-review-evidence.ts';
import type { EvidenceFile } from './review-evidence.ts';

/** Replaces characters that some systems do not allow in a file name. */
const safe = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '');

/** Creates the evidence of a review in which every person has an outcome. */
export async function makeEvidence(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  reviewId: number,
): Promise<EvidenceFile[]> {
  // Chains all events, so that those of the decisions have numbers.
  while ((await chainAuditEvents(db)) > 0);
  const evidence = await readReviewEvidence(db, reviewId, clock());
  const { organisation, endedAt } = evidence;
  const fileName = `access-review-${[safe(organisation), endedAt.toISOString().slice(0, 10), reviewId].filter(Boolean).join('-')}`;
  return [
    { kind: 'html', fileName: `${fileName}.html`, bytes: writeEvidenceHtml(evidence) },
    { kind: 'csv', fileName: `${fileName}.csv`, bytes: writeEvidenceCsv(evidence) },
  ];
}
