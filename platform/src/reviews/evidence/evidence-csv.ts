import { stringify } from 'csv-stringify/sync';
import { evidenceTime, type ReviewEvidence } from './review-evidence.ts';

const titles = [
  ...['Name', 'Email', 'Role', 'Reviewer', 'Shown to the reviewer', 'Decision', 'Reason', 'Decided by', 'Decided at'],
  ...['Outcome', 'Event number'],
  ...['Access review', 'Organisation', 'Scope', 'Started by', 'Started at', 'Due date', 'Completed by', 'Completed at'],
  ...['Last event number', 'Last event hash', 'Supervisor'],
];
const roleTitles = ['Role', 'Summary', 'Permissions, in any organisation or only their own'];

/** A row per person, an empty row, and a row per role. Possible formulas begin with an apostrophe. */
export function writeEvidenceCsv(evidence: ReviewEvidence): Uint8Array {
  const { chain } = evidence;
  const ofReview = [
    ...[evidence.name, evidence.organisation, evidence.scope, evidence.startedBy, evidenceTime(evidence.startedAt)],
    ...[evidence.dueOn, evidence.endedBy, evidenceTime(evidence.endedAt), String(chain.number), chain.hash],
  ];
  const rows = evidence.people.map((person) => [
    ...[person.name, person.email, person.role, person.reviewer, person.facts, person.decision, person.reason],
    ...[
      person.decidedBy,
      person.decidedAt ? evidenceTime(person.decidedAt) : '',
      person.outcome,
      String(person.event ?? ''),
    ],
    ...ofReview,
    person.supervisor,
  ]);
  const roles = evidence.roles.map(({ role, summary, actions }) => [role, summary, actions.join(', ')]);
  // Padded to the width of the people, because some programs reject rows of another width.
  const below = [[], roleTitles, ...roles].map((cells) => titles.map((_title, column) => cells[column] ?? ''));
  return Buffer.from(
    stringify([titles, ...rows, ...below], {
      bom: true,
      escape_formulas: true,
      record_delimiter: 'windows',
      delimiter: ',',
    }),
  );
}
