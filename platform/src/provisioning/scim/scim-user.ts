import type { RoleKey } from '@console/contract/access';
import type { PersonTextField } from '@console/contract/fields/person-fields';
import type { Actor } from '../../core/base/audit-entry.ts';
import type { ScimError } from './scim-error.ts';

/** The attributes that are one text of a person each, as sent; `within` is the attribute that has them. */
export const textAttributes = {
  givenName: { within: 'name', field: 'firstname' },
  familyName: { within: 'name', field: 'lastname' },
  title: { within: null, field: 'designation' },
  department: { within: null, field: 'department_name' },
} as const satisfies Record<string, { within: 'name' | null; field: PersonTextField }>;

type TextAttribute = keyof typeof textAttributes;

/** The fields of a person that they set. */
export type TextAttributeField = (typeof textAttributes)[TextAttribute]['field'];

/** Their names and paths in a resource. */
export const textAttributePaths = (Object.keys(textAttributes) as TextAttribute[]).map((name) => {
  const { within, field } = textAttributes[name];
  return { name, within, field, path: within === null ? name : `${within}.${name}` };
});

/** A user as SCIM sees them. */
export interface ScimUser extends Record<TextAttribute, string | null> {
  /** A UUID; not the id of the user. */
  id: string;
  userId: number;
  userName: string;
  externalId: string | null;
  /** True also while their sign-in is blocked, so that the provider tries again. */
  active: boolean;
  email: string;
  mobile: string | null;
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
export interface ScimUserRequest extends Partial<Record<TextAttribute, string | null>> {
  userName?: string;
  externalId?: string | null;
  email?: string | null;
  mobile?: string | null;
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
