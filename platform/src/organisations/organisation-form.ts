import { emailDomainsOf, organisationProblems } from '@console/contract/organisation-rules';
import { noUserLimit, texts, userLimitOf } from '@console/contract/rules';
import { idIn, orgForm } from '@console/contract/shapes';
import { z } from 'zod';
import { invalid } from '../core/base/failure.ts';
import { type ImageName, imageNames } from '../core/files/images.ts';

/** What a form may send. Fields that are missing pass, so that they are refused together with the blank ones, in the form's own words. */
export const organisationInput = orgForm.partial().extend({
  id: idIn.optional(),
  user_limit: z.string().optional(),
  reset_password_token: z.string().optional(),
});

/** What was sent of an organisation. */
export type OrganisationInput = z.output<typeof organisationInput>;

/** The fields that people may set of an organisation. */
export interface OrganisationForm {
  brandname: string;
  legalname: string;
  industry: string;
  email_domain: string;
  website: string;
  pin: string;
  country: string;
  state: string;
  city: string;
  registered_address: string | null;
}

/**
 * Reads a form (SPEC 5), blanks at the ends cut off. Throws 422 with every field that is wrong, and every file that is needed and missing: a new
 * organisation has both, a changed one keeps those that are left out.
 */
export function readOrganisationForm(
  input: OrganisationInput,
  given: Partial<Record<ImageName, unknown>>,
  { isNew }: { isNew: boolean },
): OrganisationForm {
  const missing = imageNames.flatMap((name) => (isNew && !given[name] ? [[name, texts.field.required]] : []));
  const problems = [...Object.entries(organisationProblems(input)), ...missing];
  if (problems.length > 0) throw invalid(Object.fromEntries(problems.map(([field, problem]) => [field, [problem]])));
  const text = (field: keyof OrganisationForm) => input[field]?.trim() ?? '';
  return {
    brandname: text('brandname'),
    legalname: text('legalname'),
    industry: text('industry'),
    email_domain: emailDomainsOf(input.email_domain).join(','),
    website: text('website'),
    pin: text('pin'),
    country: text('country'),
    state: text('state'),
    city: text('city'),
    registered_address: text('registered_address') || null,
  };
}

/** The user limit of a form as it is stored. */
export const readUserLimit = ({ user_limit }: OrganisationInput): number | null => {
  const limit = userLimitOf(user_limit ?? '');
  return limit === noUserLimit ? null : limit;
};
