import type { Services } from '../../core/access/services.ts';
import { chainAuditEvents } from '../../core/database/audit-chain.ts';
import { writeEvidenceCsv } from './evidence-csv.ts';
import { renderEvidencePdf } from './evidence-renderer.ts';
import { readReviewEvidence } from './read-review-evidence.ts';
import type { EvidenceFile } from './review-evidence.ts';

/** Of `PlatformOptions`. */
export interface EvidenceServices extends Pick<Services, 'db' | 'clock'> {
  renderEvidence?: typeof renderEvidencePdf | undefined;
}

/** Only what every system takes in the name of a file. */
const safe = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '');

/** Makes the evidence of a review in which every person has an outcome. Takes seconds, in a process of its own. */
export async function makeEvidence(
  { db, clock, renderEvidence = renderEvidencePdf }: EvidenceServices,
  reviewId: number,
  signal?: AbortSignal,
): Promise<EvidenceFile[]> {
  // So that the events of the decisions have their numbers.
  while ((await chainAuditEvents(db)) > 0);
  const evidence = await readReviewEvidence(db, reviewId, clock());
  const { organisation, endedAt } = evidence;
  const fileName = `access-review-${[safe(organisation), endedAt.toISOString().slice(0, 10), reviewId].filter(Boolean).join('-')}`;
  return [
    { kind: 'pdf', fileName: `${fileName}.pdf`, bytes: await renderEvidence(evidence, signal) },
    { kind: 'csv', fileName: `${fileName}.csv`, bytes: writeEvidenceCsv(evidence) },
  ];
}
