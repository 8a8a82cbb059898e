import type { RoleKey } from '@console/contract/access';
import type { PersonTextField } from '@console/contract/fields/person-fields';
import type { Actor } from '../../core/base/audit-entry.ts';
import type { ScimError } from './scim-error.ts';

/** Attributes with one text each; `within` is the parent attribute. */
export const textAttributes = {
  givenName: { within: 'name', field: 'firstname' },
  familyName: { within: 'name', field: 'lastname' },
  title: { within: null, field: 'designation' },
  department: { within: null, field: 'department_name' },
} as const satisfies Record<string, { within: 'name' | null; field: PersonTextField }>;

type TextAttribute = keyof typeof textAttributes;

export type TextAttributeField = (typeof textAttributes)[TextAttribute]['field'];

export const textAttributePaths = (Object.keys(textAttributes) as TextAttribute[]).map((name) => {
  const { within, field } = textAttributes[name];
  return { name, within, field, path: within === null ? name : `${within}.${name}` };
});

export interface ScimUser extends Record<TextAttribute, string | null> {
  /** A UUID, not the user's id. */
  id: string;
  userId: number;
  userName: string;
  externalId: string | null;
  /** True also while the sign-in is blocked, so that the provider tries again. */
  active: boolean;
  email: string;
  mobile: string | null;
  manager: { id: string; displayName: string } | null;
  role: RoleKey | null;
  /** Attributes that the product does not use, as they were sent. */
  other: Record<string, unknown>;
  createdAt: Date;
  updatedAt: Date;
  /** Version for ETags, which changes with everything that SCIM can see. */
  version: string;
}

/** A request. Undefined: not sent; null: removed. */
export interface ScimUserRequest extends Partial<Record<TextAttribute, string | null>> {
  userName?: string;
  externalId?: string | null;
  email?: string | null;
  mobile?: string | null;
  /** SCIM id of the manager. */
  manager?: string | null;
  /** Values of `roles`, the primary one first. */
  roles?: readonly string[] | null;
  active?: boolean;
  other?: Record<string, unknown>;
}

export interface ScimActor extends Actor {
  userId: null;
  organisationId: string;
  via: 'scim';
  apiKeyId: number;
  requestId: string;
}

export interface ScimOutcome {
  user: ScimUser;
  /** Failure of a part of the request, after the other parts were committed. It is the response. */
  refused?: ScimError;
  /** Notes on changes that were left out without a failure, for the list of failed requests. */
  notes: string[];
}
