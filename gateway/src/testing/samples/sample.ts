import type { UserName } from '@console/platform/testing/fixtures';
import type { Answer, TestClient } from '../client.ts';
import type { TestSystem } from '../system.ts';

type Id = number | string;

/** Everything that a mutation can be about, of one organisation. */
export interface Target {
  organisationId: Id;
  /** An active user, and an inactive one. */
  userId: Id;
  inactiveId: Id;
  inactiveEmail: string;
  mappingId: Id;
  assessmentId: Id;
  invitationId: Id;
  keyId: Id;
  sessionId: Id;
  deviceId: Id;
  passkeyId: Id;
  webhookId: Id;
  deliveryId: Id;
  jobId: Id;
  reviewId: Id;
  seriesId: Id;
  itemId: Id;
  /** What a browser or an app returns. */
  response: string;
  token: string;
  domain: string;
  /** What tells the new objects of one try from those of another, and the email of a user who does not exist. */
  name: string;
  email: string;
}

export type Send = (tab: TestClient, target: Target, headers?: object) => Promise<Answer>;

/** Inserts what a mutation needs in organisation A or B; an object that it returns is added to the target. */
export type Prepare = (system: TestSystem, target: Target, org: 'A' | 'B', tab: TestClient) => Promise<unknown>;

/** A target of an event, and a field that the mutation changes. Without `to`, which is an id, any. */
export type Change = readonly [target: string, field?: string, from?: unknown, to?: string | null];

/** A mutation with input that succeeds, and all that tests expect of it. */
export interface Sample {
  /** Its arguments, which are sent as the console sends the mutation; or how it is sent. `'{userId}'` is that of the target. */
  args?: Readonly<Record<string, unknown>>;
  send?: Send;
  prepare?: Prepare;
  /** Sends it; by default an Administrator. */
  by?: UserName | 'anonymous';
  /** What its event in the activity log is about; null for none, and for what the tests of signing in look at. */
  changes?: Change | null;
  /** The action of its event, if it is another one than that of a refused mutation. */
  done?: string;
  /** Further events of the same mutation. */
  also?: readonly (readonly [action: string, ...change: Change])[];
  /** Everyone who is signed in may do it to themselves. */
  isOwn?: true;
  /** Only the platform knows the target, so that the password is checked before the action is refused. */
  isProvedFirst?: true;
  /** A product API without extensions does not have it. */
  isExtension?: true;
  /** Error codes of an anonymous caller and of an Auditee's program, if there is no permission: default UNAUTHENTICATED and FORBIDDEN. */
  codes?: readonly [anonymous: string | null, program: string | null];
}

export type Samples = Readonly<Record<string, Sample>>;

/** Marks the mutations that a product API without extensions does not have. */
export const ofExtension = <S extends Samples>(samples: S): Record<keyof S, Sample> =>
  Object.fromEntries(
    Object.entries(samples).map(([name, sample]) => [name, { ...sample, isExtension: true }]),
  ) as Record<keyof S, Sample>;
