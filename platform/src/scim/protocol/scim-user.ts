import type { RoleKey } from '@console/contract/access';
import type { Actor } from '../../core/base/audit-entry.ts';
import type { ScimError } from './scim-error.ts';

/** A user as SCIM sees them. */
export interface ScimUser {
  /** A UUID; not the id of the user. */
  id: string;
  userId: number;
  userName: string;
  externalId: string | null;
  /** True also while their sign-in is blocked, so that the provider tries again. */
  active: boolean;
  email: string;
  givenName: string | null;
  familyName: string | null;
  mobile: string | null;
  title: string | null;
  department: string | null;
  manager: { id: string; displayName: string } | null;
  role: RoleKey | null;
  /** Attributes that the product does not use, as they were sent. */
  other: Record<string, unknown>;
  createdAt: Date;
  updatedAt: Date;
  /** For ETags; changes with every change that SCIM can see. */
  version: string;
}

/** What a request asks for. Undefined: not sent; null: removed. */
export interface ScimUserRequest {
  userName?: string;
  externalId?: string | null;
  email?: string | null;
  givenName?: string | null;
  familyName?: string | null;
  mobile?: string | null;
  title?: string | null;
  department?: string | null;
  /** A SCIM id. */
  manager?: string | null;
  /** The values of `roles`, the primary one first. */
  roles?: readonly string[] | null;
  active?: boolean;
  other?: Record<string, unknown>;
}

/** The identity provider of an organisation, by its key. */
export interface ScimActor extends Actor {
  userId: null;
  organisationId: string;
  via: 'scim';
  apiKeyId: number;
  requestId: string;
}

/** What a request has changed. */
export interface ScimOutcome {
  user: ScimUser;
  /** What was refused of it after all else was committed; the response. */
  refused?: ScimError;
  /** What was left undone without a failure, for the list of failed requests. */
  notes: string[];
}
