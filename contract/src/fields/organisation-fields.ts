import type { Field, FieldsWith } from './field.ts';

export interface DeclaredOrganisationField extends Field {
  format?: 'name' | 'domains' | 'website' | 'multiline';
  /** Whether the field is part of `facility` in responses and in the GraphQL schema. */
  facility?: true;
}

/** The fields of an organisation, in the order of forms (CHECKLIST OPEN-62). Adding one begins here. */
export const organisationFields = {
  brandname: {
    name: 'brandName',
    label: 'Brand name',
    type: 'text',
    format: 'name',
    maxLength: 100,
    required: true,
    visibleToOthers: true,
  },
  legalname: { name: 'legalName', label: 'Legal name', type: 'text', format: 'name', maxLength: 100, required: true },
  industry: { name: 'industry', label: 'Industry', type: 'choice', maxLength: 100, required: true },
  email_domain: {
    name: 'emailDomains',
    auditName: 'emailDomain',
    label: 'Email domains',
    type: 'text',
    format: 'domains',
    maxLength: 1_000,
    required: true,
  },
  website: { name: 'website', label: 'Website', type: 'text', format: 'website', maxLength: 255, required: true },
  logo: { name: 'logo', label: 'Logo', type: 'file', required: true },
  icon: { name: 'icon', label: 'Icon', type: 'file', required: true },
  registered_address: {
    name: 'registeredAddress',
    label: 'Registered address',
    type: 'text',
    format: 'multiline',
    maxLength: 255,
    facility: true,
  },
  pin: { name: 'pin', label: 'PIN', type: 'text', maxLength: 20, required: true, facility: true },
  city: { name: 'city', label: 'City', type: 'text', maxLength: 100, required: true, facility: true },
  state: { name: 'state', label: 'State', type: 'text', maxLength: 100, required: true, facility: true },
  country: { name: 'country', label: 'Country', type: 'choice', maxLength: 100, required: true, facility: true },
} as const satisfies Record<string, DeclaredOrganisationField>;

export type OrganisationField = keyof typeof organisationFields;

/** A field that is stored as a text. */
export type OrganisationTextField = FieldsWith<typeof organisationFields, { type: 'text' | 'choice' }>;

/** A field of the postal address. */
export type FacilityField = FieldsWith<typeof organisationFields, { facility: true }>;

export const organisationField = (field: OrganisationField): DeclaredOrganisationField => organisationFields[field];

/** The names of text fields in REST calls. */
export const organisationTextFields = (Object.keys(organisationFields) as OrganisationField[]).filter(
  (field): field is OrganisationTextField => organisationFields[field].type !== 'file',
);

/** The names in REST calls of the texts that belong to the postal address. */
export const facilityFields = organisationTextFields.filter(
  (field): field is FacilityField => organisationField(field).facility === true,
);
/** The names in REST calls of all other texts. */
export const generalTextFields = organisationTextFields.filter(
  (field): field is Exclude<OrganisationTextField, FacilityField> => !organisationField(field).facility,
);
