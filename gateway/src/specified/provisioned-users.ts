import { personFields } from '@console/contract/fields/person-fields';
import type { Context } from '../core/context.ts';
import { isoTimeOf, type UserBody } from '../product-api/shape.ts';

const fieldNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(personFields).map(([field, { name }]) => [field, name])),
  role_id: personFields.role.name,
};

/** When the identity provider blocked the sign-in of a user; null where it is not blocked, or that is not known. */
export const signInBlockedAtOf = async (context: Context, user: UserBody): Promise<string | null> =>
  (await context.supports('extensions')) ? isoTimeOf(user.sign_in_blocked_at) : null;

/** The users with a blocked sign-in; none where that is not known. */
export async function usersWithBlockedSignIn(context: Context): Promise<(user: UserBody) => boolean> {
  const isKnown = await context.supports('extensions');
  return ({ sign_in_blocked_at }) => isKnown && isoTimeOf(sign_in_blocked_at) !== null;
}

/** The fields of a user that the identity provider has set; null for a user that it does not manage, or where that is not known. */
export const provisionedFieldsOf = async (context: Context, { scim_fields }: UserBody): Promise<string[] | null> =>
  Array.isArray(scim_fields) && (await context.supports('extensions'))
    ? scim_fields.flatMap((field) => fieldNames[String(field)] ?? [])
    : null;
