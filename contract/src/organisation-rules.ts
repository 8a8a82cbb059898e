import { maxLength, texts } from './rules.ts';
import { nameProblem, textProblem } from './text-rules.ts';

const lengths = {
  brandname: maxLength.organisationName,
  legalname: maxLength.organisationName,
  industry: 100,
  email_domain: maxLength.emailDomains,
  website: maxLength.website,
  pin: 20,
  country: 100,
  state: 100,
  city: 100,
  registered_address: maxLength.address,
} as const;

/** The fields of an organisation as a user typed them, by their names on the wire. */
export type OrganisationFields = Partial<Record<keyof typeof lengths, string | null | undefined>>;

/** Error texts by field, with the names of the wire. */
export type OrganisationFieldErrors = Partial<Record<keyof OrganisationFields, string>>;

const names = ['brandname', 'legalname'] as const;

const domain = /^(?:[\p{L}\d](?:[\p{L}\d-]{0,61}[\p{L}\d])?\.)+\p{L}[\p{L}\d-]{0,61}[\p{L}\d]$/u;

/** The email domains of a comma separated list, in lower case, each once (SPEC 3). */
export const emailDomainsOf = (list: string | null | undefined): string[] => [
  ...new Set(
    (list ?? '')
      .toLowerCase()
      .split(',')
      .flatMap((part) => part.trim() || []),
  ),
];

/** Whether a text is an http or https address with a host, without credentials. */
export function isWebsite(text: string): boolean {
  if (/[\s\p{Cc}]/u.test(text) || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
  const { hostname, username, password } = new URL(text);
  return hostname.includes('.') && !username && !password;
}

/** Checks an organisation against SPEC 5. Lengths count characters. Files are checked at upload. Names that are stored stay valid. */
export function validateOrganisation(
  entry: OrganisationFields,
  stored?: Readonly<Partial<Record<(typeof names)[number], unknown>>>,
): OrganisationFieldErrors {
  const problems: OrganisationFieldErrors = {};
  const domains = emailDomainsOf(entry.email_domain);
  if (!domains.every((name) => name.length <= 253 && domain.test(name)))
    problems.email_domain = 'must be domains separated by commas, such as demo.example';
  if (!isWebsite((entry.website ?? '').trim())) problems.website = 'must be an http or https address';
  for (const [field, most] of Object.entries(lengths) as [keyof OrganisationFields, number][]) {
    const text = (entry[field] ?? '').trim();
    if (Array.from(text).length > most) problems[field] = `must have at most ${most} characters`;
    const problem = textProblem(text, { multiline: field === 'registered_address' });
    if (problem) problems[field] = problem;
    const isNew = names.some((name) => name === field && text !== stored?.[name]);
    const named = isNew && nameProblem(text);
    if (named) problems[field] ??= named;
    if (text === '' && field !== 'registered_address') problems[field] = texts.field.required;
  }
  return problems;
}
