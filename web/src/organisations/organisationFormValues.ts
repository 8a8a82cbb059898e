import { type FieldsWith, storedText } from '@console/contract/fields/field';
import { type DeclaredOrganisationField, organisationFields } from '@console/contract/fields/organisation-fields';
import { texts } from '@console/contract/rules';
import type { EditOrganisationForm_OrganisationFragment, OrganisationInput } from '../gql/graphql.ts';
import { textCheck } from '../ui/form/fieldChecks.ts';
import { tooLongMessage } from '../ui/form/textLength.ts';
import { httpAddress } from '../ui/navigation/httpAddress.ts';

type Table = typeof organisationFields;
interface ValueOfType {
  text: string;
  choice: string | null;
  /** Null keeps the saved image of an existing organisation. */
  file: File | null;
}

/** The values of an organisation's form. */
export type OrganisationValues = { [F in keyof Table as Table[F]['name']]: ValueOfType[Table[F]['type']] };
export type OrganisationField = keyof OrganisationValues;
type FacilityField = Table[FieldsWith<Table, { facility: true }>]['name'];
type TextField = Exclude<OrganisationField, 'logo' | 'icon'>;

/** The declaration of each field in the contract. */
export const organisationFormFields = Object.fromEntries(
  Object.values(organisationFields).map((field) => [field.name, field]),
) as Record<OrganisationField, DeclaredOrganisationField>;

const names = Object.keys(organisationFormFields) as OrganisationField[];
const textNames = names.filter((name): name is TextField => organisationFormFields[name].type !== 'file');
const isOfFacility = (name: TextField): name is FacilityField => organisationFormFields[name].facility === true;

/** Whether the field of a path is an image or belongs to the address. */
export const isInPlacePart = (path: string): boolean =>
  names.some(
    (name) =>
      path === `organisation.${name}` &&
      (organisationFormFields[name].type === 'file' || organisationFormFields[name].facility === true),
  );

export const newOrganisationValues = Object.fromEntries(
  names.map((name) => [name, organisationFormFields[name].type === 'text' ? '' : null]),
) as OrganisationValues;

/** The browser cannot store files: a draft only knows that they were selected. */
export const withoutFiles = <Values extends { organisation: OrganisationValues }>(values: Values) => {
  const { logo, icon } = values.organisation;
  return {
    values: { ...values, organisation: { ...values.organisation, logo: null, icon: null } },
    leavesOut: logo !== null || icon !== null,
  };
};

/** Shown after a reload: required files must be selected again. */
export const lostFileErrors = {
  'organisation.logo': 'must be selected again',
  'organisation.icon': 'must be selected again',
};

export const filesLeftOutNotice = 'Your unsaved changes were restored, except the logo and icon. Choose them again.';

export const organisationValuesOf = (organisation: EditOrganisationForm_OrganisationFragment): OrganisationValues => {
  const saved = { ...organisation, ...organisation.facility, emailDomains: organisation.emailDomains.join(', ') };
  const values = textNames.map((name) => [name, saved[name] || newOrganisationValues[name]]);
  return { ...newOrganisationValues, ...Object.fromEntries(values) };
};

/** The domains of a list, each once (SPEC 3). */
const domainsOf = (list: string): string[] => [
  ...new Set(
    list
      .toLowerCase()
      .split(/[,;\s]+/)
      .flatMap((part) => part.replace(/^@/, '') || []),
  ),
];

/** Website to send: `demo.example` is a host. */
const websiteOf = (typed: string): string => {
  const text = typed.trim();
  const whole = httpAddress(text) === null ? httpAddress(`https://${text}`) : null;
  if (whole === null) return text;
  const { hostname, username } = new URL(whole);
  return /\.\p{L}/u.test(hostname) && username === '' ? `https://${text}` : text;
};

const textsOf = <Name extends TextField>(values: OrganisationValues, fields: readonly Name[]) =>
  Object.fromEntries(fields.map((name) => [name, storedText(organisationFormFields[name], values[name])])) as Record<
    Name,
    string | null
  >;

export const organisationInputOf = (values: OrganisationValues): OrganisationInput => ({
  ...textsOf(
    values,
    textNames.filter((name) => !isOfFacility(name)),
  ),
  website: websiteOf(values.website),
  emailDomains: domainsOf(values.emailDomains),
  facility: textsOf(values, textNames.filter(isOfFacility)),
  ...(values.logo && { logo: values.logo }),
  ...(values.icon && { icon: values.icon }),
});

const domainsCheck =
  (most: number) =>
  (list: string): string | null => {
    const domains = domainsOf(list);
    if (domains.length === 0) return texts.field.required;
    const areDomains = domains.every((domain) => /^[\p{L}\p{M}\d-]+(\.[\p{L}\p{M}\d-]+)+$/u.test(domain));
    return (
      tooLongMessage(domains.join(', '), most) ??
      (areDomains ? null : 'must be a comma-separated list of domains, such as demo.example')
    );
  };

const websiteCheck =
  (most: number) =>
  (typed: string): string | null => {
    const address = websiteOf(typed);
    return textCheck(most)(address) ?? (httpAddress(address)?.includes('.') ? null : 'must be an http or https URL');
  };

const checkOf = ({ format, required, maxLength = Number.POSITIVE_INFINITY }: DeclaredOrganisationField) => {
  if (format === 'domains') return domainsCheck(maxLength);
  return format === 'website' ? websiteCheck(maxLength) : textCheck(maxLength, { required: required === true });
};

type Checks = { [Field in OrganisationField]?: (value: OrganisationValues[Field]) => string | null };

const textChecks = Object.fromEntries(textNames.map((name) => [name, checkOf(organisationFormFields[name])])) as Checks;

/** Text that a field shows once it is left: as it will be sent, or as typed if it has an error. */
export const normaliseOnBlur = (field: 'website' | 'emailDomains', typed: string): string => {
  if (textChecks[field]?.(typed)) return typed;
  return field === 'website' ? websiteOf(typed) : domainsOf(typed).join(', ');
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
