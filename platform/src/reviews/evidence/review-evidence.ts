/** What the evidence of an access review says, as texts: people of other organisations only by their role. */
export interface ReviewEvidence {
  organisation: string;
  /** The name and the number of the review. */
  name: string;
  id: number;
  scope: string;
  startedBy: string;
  startedAt: Date;
  dueOn: string;
  endedBy: string;
  endedAt: Date;
  madeAt: Date;
  reviewers: { name: string; people: number; decided: number }[];
  people: ReviewedPerson[];
  roles: { role: string; summary: string; actions: string[] }[];
  /** The last event of the activity's hash chain. */
  chain: { number: number; hash: string };
}

/** A person in an access review, and what became of them. */
export interface ReviewedPerson {
  name: string;
  email: string;
  /** With the home organisation of an external user. */
  role: string;
  reviewer: string;
  decision: string;
  reason: string;
  /** What helped to decide, at the time of the decision. */
  facts: string;
  decidedBy: string;
  decidedAt: Date | null;
  outcome: string;
  /** The number of the event in the hash chain; null where nothing had to change. */
  event: number | null;
}

/** A file of the evidence. */
export interface EvidenceFile {
  kind: 'html' | 'pdf' | 'csv';
  fileName: string;
  bytes: Uint8Array;
}

/** A time as the evidence has it: UTC, to the second. */
export const evidenceTime = (at: Date): string => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
