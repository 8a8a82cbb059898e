import { organisationProblems } from '@console/contract/organisation-rules';
import { texts } from '@console/contract/rules';
import { type FieldError, failure, isFileRefused } from '../base/errors.ts';
import type { OrganisationInput } from '../generated/resolvers-types.ts';
import { ApiFailure } from '../product-api/errors.ts';
import { type InputNames, inputName, namedFields, withInputNames } from '../product-api/refusals.ts';
import { type OrganisationBody, recordOf, textOf } from '../product-api/shape.ts';

/** The names of an organisation's fields in our inputs. */
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

/** An organisation as the wire has it, without the space around what was filled in. */
export type OrganisationForm = ReturnType<typeof givenOrganisation>;

/** What was filled in of an organisation. */
export function givenOrganisation({ facility, ...input }: Omit<OrganisationInput, 'logo' | 'icon'>) {
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

/** What is wrong with an organisation, and which pictures a new one lacks. */
export function organisationFaults(form: OrganisationForm, needed: Pick<OrganisationInput, 'logo' | 'icon'> | null) {
  const found: FieldError[] = Object.entries(organisationProblems(form)).map(([field, message]) => ({
    path: inputName(organisationNames, field),
    message,
  }));
  const missing = (['logo', 'icon'] as const).filter((name) => needed && !needed[name]);
  return [...found, ...missing.map((name) => ({ path: `organisation.${name}`, message: texts.field.required }))];
}

/** Whether an organisation is already what the form says. */
export function isAs(organisation: OrganisationBody, form: OrganisationForm): boolean {
  const stored = { ...organisation, ...recordOf(organisation.facility) } as Readonly<Record<string, unknown>>;
  const plain = (field: string, text: string) => (field === 'email_domain' ? text.replace(/\s/g, '') : text.trim());
  return Object.entries(form).every(([field, text]) => plain(field, textOf(stored[field]) ?? '') === text);
}

/** Waits for a call with an organisation's form and throws its refusal with the fields named as in the input. */
export async function withOrganisationNames<T>(call: Promise<T>): Promise<T> {
  const read = call.catch((thrown) => {
    if (thrown instanceof ApiFailure && thrown.status === 413 && !isFileRefused(thrown))
      throw failure('FILE_REFUSED', 'The file is too large.', { fields: namedFields(organisationNames, thrown) });
    throw thrown;
  });
  return withInputNames(organisationNames, read);
}
