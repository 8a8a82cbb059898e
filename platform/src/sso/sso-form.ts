import { ssoCalls } from '@console/contract/calls/sso';
import { requiredProblem, tooLongProblem } from '@console/contract/fields/field-problem';
import { maxLength, secretMask } from '@console/contract/rules';
import { z } from 'zod';
import { invalidFields } from '../core/base/failure.ts';

const { adfs } = ssoCalls.updateAdfs.body.shape;

/** Missing fields pass the schema, so that they are reported together with blank ones. */
export const ssoInput = z.object({
  adfs: adfs.partial({ client_id: true, tenant_id: true, client_secret: true }),
});

export type SsoInput = z.output<typeof ssoInput>['adfs'];

/** A null secret keeps the stored one. */
export interface SsoForm {
  client_id: string;
  tenant_id: string;
  client_secret: string | null;
}

const longest = {
  client_id: maxLength.ssoId,
  tenant_id: maxLength.ssoId,
  client_secret: maxLength.ssoSecret,
} as const;
const fields = Object.keys(longest) as (keyof typeof longest)[];

/** Throws 422 with every blank or long field; the mask is invalid as the first secret. */
export function parseSsoForm(input: SsoInput, { isFirst }: { isFirst: boolean }): SsoForm {
  const masked = input.client_secret?.trim() === secretMask;
  const given = { ...input, ...(masked && isFirst && { client_secret: '' }) };
  const problems = fields.flatMap((field) => {
    const value = given[field]?.trim() ?? '';
    if (value === '') return [[field, [requiredProblem]]];
    return value.length > longest[field] ? [[field, [tooLongProblem(longest[field])]]] : [];
  });
  if (problems.length > 0) throw invalidFields(Object.fromEntries(problems));
  return {
    client_id: given.client_id?.trim() ?? '',
    tenant_id: given.tenant_id?.trim() ?? '',
    client_secret: masked ? null : (given.client_secret?.trim() ?? ''),
  };
}
