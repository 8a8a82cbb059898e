import { maxLength, texts } from '@console/contract/rules';
import type { EditOrganisationForm_OrganisationFragment, OrganisationInput } from '../gql/graphql.ts';
import { textCheck } from '../ui/form/fieldChecks.ts';
import { tooLongMessage } from '../ui/form/textLength.ts';
import { httpAddress } from '../ui/layout/httpAddress.ts';

/** The values of an organisation's form. */
export type OrganisationValues = {
  brandName: string;
  legalName: string;
  industry: string | null;
  emailDomains: string;
  website: string;
  /** For an existing organisation null keeps the saved image. */
  logo: File | null;
  icon: File | null;
  registeredAddress: string;
  pin: string;
  city: string;
  state: string;
  country: string | null;
};
export type OrganisationField = keyof OrganisationValues;

export const newOrganisationValues: OrganisationValues = {
  brandName: '',
  legalName: '',
  industry: null,
  emailDomains: '',
  website: '',
  logo: null,
  icon: null,
  registeredAddress: '',
  pin: '',
  city: '',
  state: '',
  country: null,
};

export const organisationValuesOf = (organisation: EditOrganisationForm_OrganisationFragment): OrganisationValues => ({
  ...newOrganisationValues,
  brandName: organisation.brandName,
  legalName: organisation.legalName ?? '',
  industry: organisation.industry || null,
  emailDomains: organisation.emailDomains.join(', '),
  website: organisation.website ?? '',
  registeredAddress: organisation.facility?.registeredAddress ?? '',
  pin: organisation.facility?.pin ?? '',
  city: organisation.facility?.city ?? '',
  state: organisation.facility?.state ?? '',
  country: organisation.facility?.country || null,
});

/** The domains of a comma separated list, each once (SPEC 3). */
const domainsOf = (list: string): string[] => [
  ...new Set(
    list
      .toLowerCase()
      .split(',')
      .flatMap((part) => part.trim() || []),
  ),
];

export const organisationInputOf = (values: OrganisationValues): OrganisationInput => ({
  brandName: values.brandName.trim(),
  legalName: values.legalName.trim(),
  industry: values.industry ?? '',
  emailDomains: domainsOf(values.emailDomains),
  website: values.website.trim(),
  facility: {
    pin: values.pin.trim(),
    country: values.country ?? '',
    state: values.state.trim(),
    city: values.city.trim(),
    registeredAddress: values.registeredAddress.trim() || null,
  },
  ...(values.logo && { logo: values.logo }),
  ...(values.icon && { icon: values.icon }),
});

/** The labels of the fields. */
export const organisationLabels: Record<OrganisationField, string> = {
  brandName: 'Brand name',
  legalName: 'Legal name',
  industry: 'Industry',
  emailDomains: 'Email domains',
  website: 'Website',
  logo: 'Logo',
  icon: 'Icon',
  registeredAddress: 'Registered address',
  pin: 'PIN',
  city: 'City',
  state: 'State',
  country: 'Country',
};
export const organisationFields = Object.keys(organisationLabels) as OrganisationField[];

export const postalCodeMaxLength = 20;
export const organisationTextMaxLength = 100;

const domainsCheck = (list: string): string | null => {
  const domains = domainsOf(list);
  if (domains.length === 0) return texts.field.required;
  const areDomains = domains.every((domain) => /^[\p{L}\d-]+(\.[\p{L}\d-]+)+$/u.test(domain));
  return (
    tooLongMessage(list.trim(), maxLength.emailDomains) ??
    (areDomains ? null : 'must be domains separated by commas, such as demo.example')
  );
};

const websiteCheck = (address: string): string | null =>
  textCheck(maxLength.website)(address) ??
  (httpAddress(address.trim())?.includes('.') ? null : 'must be an http or https address');

type Checks = { [Field in OrganisationField]?: (value: OrganisationValues[Field]) => string | null };

const textChecks: Checks = {
  brandName: textCheck(maxLength.organisationName),
  legalName: textCheck(maxLength.organisationName),
  industry: textCheck(organisationTextMaxLength),
  emailDomains: domainsCheck,
  website: websiteCheck,
  registeredAddress: textCheck(maxLength.address, { required: false }),
  pin: textCheck(postalCodeMaxLength),
  city: textCheck(organisationTextMaxLength),
  state: textCheck(organisationTextMaxLength),
  country: textCheck(organisationTextMaxLength),
};

/** The errors by `prefix` and field; the server validates again. */
export const prefixedFieldErrors = <Values extends object>(
  checks: { [Field in keyof Values]?: (value: Values[Field]) => string | null },
  values: Values,
  prefix: string,
): Record<string, string> =>
  Object.fromEntries(
    (Object.keys(checks) as (keyof Values & string)[]).flatMap((field) => {
      const fault = checks[field]?.(values[field]);
      return fault ? [[`${prefix}.${field}`, fault]] : [];
    }),
  );

const fileCheck = (current: unknown) => (file: File | null) => (file || current ? null : texts.field.required);

/** `current`: the saved images. */
export const organisationErrors = (
  values: OrganisationValues,
  current?: { logo: unknown; icon: unknown },
): Record<string, string> =>
  prefixedFieldErrors<OrganisationValues>(
    { ...textChecks, logo: fileCheck(current?.logo), icon: fileCheck(current?.icon) },
    values,
    'organisation',
  );
