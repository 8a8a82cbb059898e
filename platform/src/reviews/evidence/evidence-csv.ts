import { stringify } from 'csv-stringify/sync';
import { evidenceTime, type ReviewEvidence } from './review-evidence.ts';

const titles = [
  ...['Name', 'Email', 'Role', 'Reviewer', 'Decision', 'Reason', 'Decided by', 'Decided at', 'Outcome', 'Event'],
  ...['Access review', 'Organisation', 'Started by', 'Started at', 'Ended by', 'Ended at'],
  ...['Last event of the activity', 'Hash of this event'],
];

/** The evidence as a table with a row for each person. What a spreadsheet would take for a formula begins with an apostrophe. */
export function writeEvidenceCsv(evidence: ReviewEvidence): Uint8Array {
  const { chain } = evidence;
  const ofReview = [
    ...[evidence.name, evidence.organisation, evidence.startedBy, evidenceTime(evidence.startedAt)],
    ...[evidence.endedBy, evidenceTime(evidence.endedAt), String(chain.number), chain.hash],
  ];
  const rows = evidence.people.map((person) => [
    ...[person.name, person.email, person.role, person.reviewer, person.decision, person.reason, person.decidedBy],
    ...[person.decidedAt ? evidenceTime(person.decidedAt) : '', person.outcome, String(person.event ?? '')],
    ...ofReview,
  ]);
  return Buffer.from(
    stringify([titles, ...rows], { bom: true, escape_formulas: true, record_delimiter: 'windows', delimiter: ',' }),
  );
}
