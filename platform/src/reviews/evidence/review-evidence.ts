/** Content of the evidence as texts; people of other organisations appear by role only. */
export interface ReviewEvidence {
  organisation: string;
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
  chain: { number: number; hash: string };
}

export interface ReviewedPerson {
  name: string;
  email: string;
  /** Includes the home organisation of an external user. */
  role: string;
  reviewer: string;
  /** What the choice of the reviewer depends on, if the supervisor is not known to be set by another user. */
  supervisor: string;
  decision: string;
  reason: string;
  /** Facts at the time of the decision. */
  facts: string;
  decidedBy: string;
  decidedAt: Date | null;
  outcome: string;
  /** Number of the event in the hash chain; null if nothing had to change. */
  event: number | null;
}

export interface EvidenceFile {
  kind: 'html' | 'pdf' | 'csv';
  fileName: string;
  bytes: Uint8Array;
}

/** UTC, to the second. */
export const evidenceTime = (at: Date): string => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
