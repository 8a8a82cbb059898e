import { personFields } from '@console/contract/fields/person-fields';
import type { Context } from '../core/context.ts';
import { isoTimeOf, type UserBody } from '../product-api/shape.ts';

const fieldNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(personFields).map(([field, { name }]) => [field, name])),
  role_id: personFields.role.name,
};

/** Time when the provider blocked the sign-in; null if it did not, or unknown. */
export const signInBlockedAtOf = async (context: Context, user: UserBody): Promise<string | null> =>
  (await context.supports('extensions')) ? isoTimeOf(user.sign_in_blocked_at) : null;

export async function usersWithBlockedSignIn(context: Context): Promise<(user: UserBody) => boolean> {
  const isKnown = await context.supports('extensions');
  return ({ sign_in_blocked_at }) => isKnown && isoTimeOf(sign_in_blocked_at) !== null;
}

/** Fields that the provider has set; null for an unmanaged user, or if unknown. */
export const provisionedFieldsOf = async (context: Context, { scim_fields }: UserBody): Promise<string[] | null> =>
  Array.isArray(scim_fields) && (await context.supports('extensions'))
    ? scim_fields.flatMap((field) => fieldNames[String(field)] ?? [])
    : null;
