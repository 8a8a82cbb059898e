import { enteredText } from '@console/contract/fields/field';
import { requiredProblem } from '@console/contract/fields/field-problem';
import {
  type DeclaredOrganisationField,
  type OrganisationTextField,
  organisationField,
  organisationFields,
  organisationTextFields,
} from '@console/contract/fields/organisation-fields';
import { validateOrganisation } from '@console/contract/fields/organisation-rules';
import { type FieldError, failure, isFileRefused } from '../base/errors.ts';
import type { OrganisationInput } from '../generated/resolvers-types.ts';
import { ApiFailure } from '../product-api/errors.ts';
import { fieldErrorsByInputName, type InputNames, inputName, rethrowWithInputNames } from '../product-api/refusals.ts';
import { type OrganisationBody, recordOf, textOf } from '../product-api/shape.ts';
import { withStoredTexts } from '../specified/stored-texts.ts';

const organisationNames: InputNames = {
  ...Object.fromEntries(
    Object.entries<DeclaredOrganisationField>(organisationFields).map(([field, { name, facility }]) => [
      field,
      facility ? `organisation.facility.${name}` : `organisation.${name}`,
    ]),
  ),
  user_limit: 'userLimit',
  time_zone: 'timeZone',
  expected_updated_at: 'expectedUpdatedAt',
  reset_password_token: 'token',
};

export type OrganisationForm = Record<OrganisationTextField, string>;

export function organisationFromInput({ facility, emailDomains, ...input }: Omit<OrganisationInput, 'logo' | 'icon'>) {
  const domains = (emailDomains ?? []).map((name) => name.trim()).join(',');
  const typed = { ...input, ...facility, emailDomains: domains };
  return Object.fromEntries(
    organisationTextFields.map((field) => [
      field,
      enteredText(organisationField(field), typed[organisationFields[field].name]),
    ]),
  ) as OrganisationForm;
}

/** Form of an update and its problems: left out fields stay as stored, unchecked; `null` empties. */
export function mergeOrganisationForm(
  answered: OrganisationBody,
  organisation: OrganisationBody,
  input: Omit<OrganisationInput, 'logo' | 'icon'>,
) {
  const stored = storedFieldsOf(organisation);
  const form = withStoredTexts(organisationFromInput(input), storedFieldsOf(answered), stored);
  const leftOut = Object.keys(form).filter((field) => isLeftOut(input, inputName(organisationNames, field)));
  const kept = Object.fromEntries(leftOut.map((field) => [field, storedText(stored, field)]));
  const changed: OrganisationForm = { ...form, ...kept };
  const keptNames = leftOut.map((field) => inputName(organisationNames, field));
  const problems = organisationProblemsByInput(changed, null, stored).filter(({ path }) => !keptNames.includes(path));
  return { form: changed, problems };
}

/** Whether an input has no value at a path, which begins with `organisation`. */
function isLeftOut(input: object, name: string): boolean {
  const path = name.split('.').slice(1);
  return path.reduce<unknown>((value, key) => (value == null ? value : recordOf(value)[key]), input) === undefined;
}

const storedText = (stored: Readonly<Record<string, unknown>>, field: string): string => {
  const text = textOf(stored[field]) ?? '';
  return field === 'email_domain' ? text.replace(/\s/g, '') : text.trim();
};

export function organisationProblemsByInput(
  form: OrganisationForm,
  needed: Pick<OrganisationInput, 'logo' | 'icon'> | null,
  stored?: Readonly<Record<string, unknown>>,
) {
  const problems: FieldError[] = Object.entries(validateOrganisation(form, stored)).map(([field, problem]) => ({
    path: inputName(organisationNames, field),
    ...problem,
  }));
  const missing = (['logo', 'icon'] as const).filter((name) => needed && !needed[name]);
  return [...problems, ...missing.map((name) => ({ path: `organisation.${name}`, ...requiredProblem }))];
}

const storedFieldsOf = (organisation: OrganisationBody): Readonly<Record<string, unknown>> => ({
  ...organisation,
  ...recordOf(organisation.facility),
});

export function matchesForm(organisation: OrganisationBody, form: OrganisationForm): boolean {
  const stored = storedFieldsOf(organisation);
  return Object.entries(form).every(([field, text]) => storedText(stored, field) === text);
}

export async function rethrowWithOrganisationInputNames<T>(call: Promise<T>): Promise<T> {
  const read = call.catch((thrown) => {
    if (thrown instanceof ApiFailure && thrown.status === 413 && !isFileRefused(thrown))
      throw failure('FILE_REFUSED', 'The file is too large.', {
        fields: fieldErrorsByInputName(organisationNames, thrown),
      });
    throw thrown;
  });
  return rethrowWithInputNames(organisationNames, read);
}
