import { type FieldsWith, type StoredTexts, storedText } from '@console/contract/fields/field';
import {
  type DeclaredPersonField,
  personField,
  personFieldNames,
  type personFields,
  type PersonField as WireField,
} from '@console/contract/fields/person-fields';
import { defaultDepartment, requiredSeniorPost } from '@console/contract/rules';
import type { ReactNode } from 'react';
import type { PersonFields_UserFragment } from '../gql/graphql.ts';
import { emailCheck, mobileCheck, textCheck } from '../ui/form/fieldChecks.ts';

type Table = typeof personFields;
type FormField = Exclude<WireField, 'dept_lead'>;
type NameOf<F extends WireField> = Table[F]['name'];

/** The values that all forms of a person share. */
export type PersonValues = {
  [F in FormField as NameOf<F>]: Table[F]['type'] extends 'choice' ? string | null : string;
};
export type PersonField = keyof PersonValues;

/** The fields of a person's record. */
export type PersonRecord = Omit<PersonFields_UserFragment, '__typename' | ' $fragmentName' | 'id'>;

const declared = personFieldNames.flatMap((field) => (field === 'dept_lead' ? [] : personField(field)));

const byField = <T>(make: (field: DeclaredPersonField, name: PersonField) => T) =>
  Object.fromEntries(declared.map((field) => [field.name, make(field, field.name as PersonField)])) as Record<
    PersonField,
    T
  >;

const empty = ({ type }: DeclaredPersonField) => (type === 'choice' ? null : '');

/** The initial values of a new person. Without a country code of their own, forms show and send the one that is proposed. */
export const newPersonValues: PersonValues = {
  ...(byField(empty) as PersonValues),
  department: defaultDepartment,
};

export const personValuesOf = (user: PersonRecord): PersonValues => {
  const textOf = (name: PersonField) => (name === 'roleId' ? user.role?.id : user[name]);
  return byField((field, name) => textOf(name) || empty(field)) as PersonValues;
};

/** Whether a designation is the head of an organisation, by its short form or the end of a label. */
const isHead = (designation: string | null): boolean => {
  const [post, text] = [requiredSeniorPost.toLowerCase(), designation?.trim().toLowerCase() ?? ''];
  return text === post || text.endsWith(`[${post}]`);
};

/** Whether a person may have no one above: an organiser, or the head of an organisation. */
export const mayBeTopOf = ({ designation }: PersonValues, role: { proposedForOrganiser: boolean } | null | undefined) =>
  role?.proposedForOrganiser === true || isHead(designation);

type PersonTexts = { [F in FormField as NameOf<F>]: StoredTexts<Table, F>[F] };

/** Texts are empty if nothing was entered. Each form sends only its own fields. */
export const personInputOf = (values: PersonValues, proposedCode: string) => {
  const countryCode = values.countryCode ?? proposedCode;
  const input = byField((field, name) => storedText(field, { ...values, countryCode }[name])) as PersonTexts;
  // A dialling code without a number is not saved.
  return { ...input, countryCode: input.mobile && input.countryCode };
};

/** Work details of a person, without the role. */
export const workOf = (person: PersonRecord, supervisor: ReactNode = person.supervisorEmail) =>
  [
    [personLabels.designation, person.designation],
    [personLabels.department, person.department],
    [personLabels.supervisorEmail, supervisor],
  ] as const;

/** The mobile number with its dialling code. */
export const mobileText = ({ countryCode, mobile }: Pick<PersonRecord, 'countryCode' | 'mobile'>): string =>
  mobile ? [countryCode, mobile].filter(Boolean).join(' ') : '';

/** Help for the supervisor of a user. */
export const supervisorHelp =
  'The person that the user reports to. Identity providers call this person the manager. In access reviews, supervisors decide about the access of their users.';

/** The labels of the fields. */
export const personLabels = byField(({ label }) => label);
export const personFormFields = Object.keys(personLabels) as PersonField[];

/** The fields that are typed. */
export const typedPersonFields = declared.flatMap(({ type, name }) =>
  type === 'text' ? [name as NameOf<FieldsWith<Table, { type: 'text' }>>] : [],
);

/** The most characters of the typed fields. */
export const personMaxLengths = byField(({ maxLength }) => maxLength) as Record<
  NameOf<FieldsWith<Table, { maxLength: number }>>,
  number
>;

const checkOf = ({ format, required, maxLength = Number.POSITIVE_INFINITY }: DeclaredPersonField) => {
  if (format === 'email') return emailCheck(maxLength);
  return format === 'mobile' ? mobileCheck(maxLength) : textCheck(maxLength, { required: required === true });
};

/** The server validates again. */
export const personChecks = byField(checkOf) as { [F in PersonField]: (value: PersonValues[F]) => string | null };

const { email: _email, ...checksWithoutEmail } = personChecks;

/** Checks of a form with a read-only email. */
export const personChecksWithoutEmail = checksWithoutEmail;
