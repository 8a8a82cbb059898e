import type { UserName } from '@console/platform/testing/fixtures';
import type { Answer, TestClient } from '../client.ts';
import type { TestSystem } from '../system.ts';

type Id = number | string;

/** All objects of one organisation that a mutation can change. */
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
  /** Responses of a browser or an app. */
  response: string;
  token: string;
  domain: string;
  /** Part of the names of new objects, different for each try, and the email of a user who does not exist. */
  name: string;
  email: string;
}

export type Send = (tab: TestClient, target: Target, headers?: object) => Promise<Answer>;

/** Prepares what a mutation needs in organisation A or B. Objects that the function returns are added to the target. */
export type Prepare = (system: TestSystem, target: Target, org: 'A' | 'B', tab: TestClient) => Promise<unknown>;

/** Target of an event, and a field with its old and new value. Without `to`, which is an id, any value is accepted. */
export type Change = readonly [target: string, field?: string, from?: unknown, to?: string | null];

/** A mutation with input that succeeds, and all that tests expect of it. */
export interface Sample {
  /** Arguments, sent like the console, or a function that sends them. `'{userId}'` is replaced by that of the target. */
  args?: Readonly<Record<string, unknown>>;
  send?: Send;
  prepare?: Prepare;
  /** The caller; by default an Administrator. */
  by?: UserName | 'anonymous';
  /** Target and change of the mutation's event; null for no event, and for events that the sign-in tests check. */
  changes?: Change | null;
  /** The action of the event, if it differs from that of a refusal. */
  done?: string;
  /** Further events of the same mutation. */
  also?: readonly (readonly [action: string, ...change: Change])[];
  /** Every signed-in user is allowed to do it for their own account. */
  isOwn?: true;
  /** Only the platform knows the target, so the password is checked before the permission. */
  isProvedFirst?: true;
  /** A product API without extensions does not have the mutation. */
  isExtension?: true;
  /** Error codes without permission: for an anonymous caller and an Auditee's API key. Default: UNAUTHENTICATED and FORBIDDEN. */
  codes?: readonly [anonymous: string | null, program: string | null];
}

export type Samples = Readonly<Record<string, Sample>>;

/** Marks the mutations that a product API without extensions does not have. */
export const ofExtension = <S extends Samples>(samples: S): Record<keyof S, Sample> =>
  Object.fromEntries(
    Object.entries(samples).map(([name, sample]) => [name, { ...sample, isExtension: true }]),
  ) as Record<keyof S, Sample>;
