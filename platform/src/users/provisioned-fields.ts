import type { FieldProblem } from '@console/contract/errors';
import { invalidFields } from '../core/base/failure.ts';
import type { UserRow } from '../core/database/user-response.ts';

/** Problem of a field that the identity provider would overwrite. */
export const provisionedProblem: FieldProblem = {
  code: 'NOT_ALLOWED',
  message: 'is managed by the identity provider',
};

export const isProvisioned = ({ scim_fields }: UserRow, column: string): boolean =>
  scim_fields?.includes(column) === true;

/** Throws 422 with each column that the identity provider has set. */
export function refuseProvisionedFields(user: UserRow, columns: readonly string[]): void {
  const provisioned = columns.filter((column) => isProvisioned(user, column));
  if (provisioned.length > 0)
    throw invalidFields(Object.fromEntries(provisioned.map((column) => [column, [provisionedProblem]])));
}
