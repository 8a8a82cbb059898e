import { validateOrganisation } from '@console/contract/organisation-rules';
import { texts } from '@console/contract/rules';
import { type FieldError, failure, isFileRefused } from '../base/errors.ts';
import type { OrganisationInput } from '../generated/resolvers-types.ts';
import { ApiFailure } from '../product-api/errors.ts';
import { fieldsByInputName, type InputNames, inputName, withInputNames } from '../product-api/refusals.ts';
import { type OrganisationBody, recordOf, textOf } from '../product-api/shape.ts';

/** The input names of an organisation's fields. */
const organisationNames: InputNames = {
  brandname: 'organisation.brandName',
  legalname: 'organisation.legalName',
  industry: 'organisation.industry',
  email_domain: 'organisation.emailDomains',
  website: 'organisation.website',
  pin: 'organisation.facility.pin',
  country: 'organisation.facility.country',
  state: 'organisation.facility.state',
  city: 'organisation.facility.city',
  registered_address: 'organisation.facility.registeredAddress',
  logo: 'organisation.logo',
  icon: 'organisation.icon',
  user_limit: 'userLimit',
  expected_updated_at: 'expectedUpdatedAt',
  reset_password_token: 'token',
};

/** The trimmed input of an organisation, with the field names of the product API. */
export type OrganisationForm = ReturnType<typeof organisationFromInput>;

export function organisationFromInput({ facility, ...input }: Omit<OrganisationInput, 'logo' | 'icon'>) {
  return {
    brandname: input.brandName.trim(),
    legalname: input.legalName.trim(),
    industry: input.industry.trim(),
    email_domain: input.emailDomains.map((name) => name.trim()).join(','),
    website: input.website.trim(),
    pin: facility.pin.trim(),
    country: facility.country.trim(),
    state: facility.state.trim(),
    city: facility.city.trim(),
    registered_address: facility.registeredAddress?.trim() ?? '',
  };
}

/** The form of an update: an address that is left out stays, `null` empties it. All other fields are required. */
export function changedForm(
  organisation: OrganisationBody,
  input: Omit<OrganisationInput, 'logo' | 'icon'>,
): OrganisationForm {
  const form = organisationFromInput(input);
  if (input.facility.registeredAddress !== undefined) return form;
  return { ...form, registered_address: textOf(storedFieldsOf(organisation).registered_address) ?? '' };
}

/** The problems of an organisation, and the pictures that a new one lacks. */
export function organisationProblemsByInput(
  form: OrganisationForm,
  needed: Pick<OrganisationInput, 'logo' | 'icon'> | null,
) {
  const problems: FieldError[] = Object.entries(validateOrganisation(form)).map(([field, message]) => ({
    path: inputName(organisationNames, field),
    message,
  }));
  const missing = (['logo', 'icon'] as const).filter((name) => needed && !needed[name]);
  return [...problems, ...missing.map((name) => ({ path: `organisation.${name}`, message: texts.field.required }))];
}

const storedFieldsOf = (organisation: OrganisationBody): Readonly<Record<string, unknown>> => ({
  ...organisation,
  ...recordOf(organisation.facility),
});

export function matchesForm(organisation: OrganisationBody, form: OrganisationForm): boolean {
  const stored = storedFieldsOf(organisation);
  const plain = (field: string, text: string) => (field === 'email_domain' ? text.replace(/\s/g, '') : text.trim());
  return Object.entries(form).every(([field, text]) => plain(field, textOf(stored[field]) ?? '') === text);
}

/** Waits for a call and throws its refusal with the input's field names. */
export async function withOrganisationNames<T>(call: Promise<T>): Promise<T> {
  const read = call.catch((thrown) => {
    if (thrown instanceof ApiFailure && thrown.status === 413 && !isFileRefused(thrown))
      throw failure('FILE_REFUSED', 'The file is too large.', { fields: fieldsByInputName(organisationNames, thrown) });
    throw thrown;
  });
  return withInputNames(organisationNames, read);
}
