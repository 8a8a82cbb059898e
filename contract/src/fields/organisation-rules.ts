import type { FieldProblem } from '../errors.ts';
import { asciiDomain, spellingProblem } from './domain-rules.ts';
import { enteredText } from './field.ts';
import { fieldProblem } from './field-problem.ts';
import { type OrganisationTextField, organisationField, organisationTextFields } from './organisation-fields.ts';
import { nameProblem } from './text-rules.ts';

/** The fields of an organisation as a user typed them, by their names in REST calls. */
export type OrganisationFields = Partial<Record<OrganisationTextField, string | null | undefined>>;

export type OrganisationFieldErrors = Partial<Record<OrganisationTextField, FieldProblem>>;

const domain = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/;

/** The email domains of a comma-separated list, in lower case and without duplicates (SPEC 3). */
export const emailDomainsOf = (list: string | null | undefined): string[] => [
  ...new Set(
    (list ?? '')
      .toLowerCase()
      .split(',')
      .flatMap((part) => part.trim() || []),
  ),
];

/** Whether a text is an http or https URL with a host, without credentials. */
export function isWebsite(text: string): boolean {
  if (/[\s\p{Cc}]/u.test(text) || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
  const { hostname, username, password } = new URL(text);
  return hostname.includes('.') && !username && !password;
}

/** Validates an organisation (SPEC 5). Lengths count characters. Files are checked at upload. Stored names stay valid. */
export function validateOrganisation(
  entry: OrganisationFields,
  stored?: Readonly<Partial<Record<OrganisationTextField, unknown>>>,
): OrganisationFieldErrors {
  const problems: OrganisationFieldErrors = {};
  for (const field of organisationTextFields) {
    const problem = organisationTextProblem(
      field,
      enteredText(organisationField(field), entry[field]),
      stored?.[field],
    );
    if (problem) problems[field] = problem;
  }
  return problems;
}

function organisationTextProblem(field: OrganisationTextField, text: string, stored: unknown): FieldProblem | null {
  const declared = organisationField(field);
  const problem = fieldProblem(declared, text, { multiline: declared.format === 'multiline' });
  if (problem !== null || text === '') return problem;
  switch (declared.format) {
    case 'name':
      return text === stored ? null : nameProblem(text);
    case 'domains':
      return emailDomainsOf(text).flatMap((name) => emailDomainProblem(name) ?? [])[0] ?? null;
    case 'website':
      return isWebsite(text) ? null : { code: 'FORMAT', message: 'must be an http or https URL' };
    default:
      return null;
  }
}

function emailDomainProblem(name: string): FieldProblem | null {
  const ascii = asciiDomain(name) ?? '';
  const spelling = spellingProblem(name);
  if (spelling || (ascii.length <= 253 && domain.test(ascii))) return spelling;
  return { code: 'FORMAT', message: 'must be a comma-separated list of domains, such as demo.example' };
}
