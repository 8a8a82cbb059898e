import { type StoredTexts, storedText } from '@console/contract/fields/field';
import { requiredProblem } from '@console/contract/fields/field-problem';
import {
  type OrganisationTextField,
  organisationField,
  type organisationFields,
  organisationTextFields,
} from '@console/contract/fields/organisation-fields';
import { validateOrganisation } from '@console/contract/fields/organisation-rules';
import { noUserLimit, parseUserLimit } from '@console/contract/rules';
import { inputId, orgForm } from '@console/contract/shapes';
import { z } from 'zod';
import { invalidFields } from '../core/base/failure.ts';
import { isTimeZone } from '../core/base/time-zone.ts';
import { storedDomainsOf } from '../core/database/email-spelling.ts';
import { type ImageName, imageNames } from './images.ts';

/** Missing fields pass the schema, so that the form reports them together with blank ones. */
export const organisationInput = orgForm.partial().extend({
  id: inputId.optional(),
  user_limit: z.string().optional(),
  reset_password_token: z.string().optional(),
  time_zone: z.string().optional(),
});

export type OrganisationInput = z.output<typeof organisationInput>;

export type OrganisationForm = StoredTexts<typeof organisationFields, OrganisationTextField>;

/** Parses a form (SPEC 5). Throws 422 with every invalid field; a new organisation needs both files. */
export function parseOrganisationForm(
  input: OrganisationInput,
  given: Partial<Record<ImageName, unknown>>,
  { isNew, stored }: { isNew: boolean; stored?: { brandname: string | null; legalname: string | null } | undefined },
): OrganisationForm {
  const missing = imageNames.flatMap((name) => (isNew && !given[name] ? [[name, requiredProblem] as const] : []));
  const problems = [...Object.entries(validateOrganisation(input, stored)), ...missing];
  if (problems.length > 0)
    throw invalidFields(Object.fromEntries(problems.map(([field, problem]) => [field, [problem]])));
  const form = Object.fromEntries(
    organisationTextFields.map((field) => [field, storedText(organisationField(field), input[field])]),
  ) as OrganisationForm;
  return { ...form, email_domain: storedDomainsOf(input.email_domain).join(',') };
}

/** Time zone of a new organisation, by default that of the database. Throws 422 for an unknown one. */
export function timeZoneOf({ time_zone }: OrganisationInput): { time_zone?: string } {
  if (time_zone === undefined) return {};
  if (!isTimeZone(time_zone))
    throw invalidFields({ time_zone: [{ code: 'UNKNOWN', message: 'is not a known time zone' }] });
  return { time_zone };
}

export const userLimitOf = ({ user_limit }: OrganisationInput): number | null => {
  const limit = parseUserLimit(user_limit ?? '');
  return limit === noUserLimit ? null : limit;
};
