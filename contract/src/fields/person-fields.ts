import { maxLength } from '../rules.ts';
import type { Field, FieldsWith } from './field.ts';

export interface DeclaredPersonField extends Field {
  format?: 'name' | 'email' | 'mobile' | 'diallingCode';
  /** Users may change the field in their own profile. */
  ownProfile?: true;
  /** Other organisations see the field if the person has no home organisation. */
  visibleWithoutHome?: true;
}

/** The fields of a person, in the order of forms and bulk uploads (CHECKLIST OPEN-26). Adding one begins here. */
export const personFields = {
  firstname: {
    name: 'firstName',
    label: 'First name',
    type: 'text',
    format: 'name',
    maxLength: 50,
    required: true,
    ownProfile: true,
    visibleToOthers: true,
  },
  lastname: {
    name: 'lastName',
    label: 'Last name',
    type: 'text',
    format: 'name',
    maxLength: 50,
    required: true,
    ownProfile: true,
    visibleToOthers: true,
  },
  email: {
    name: 'email',
    label: 'Email',
    type: 'text',
    format: 'email',
    maxLength: maxLength.email,
    required: true,
    visibleToOthers: true,
  },
  country_code: {
    name: 'countryCode',
    label: 'Country code',
    type: 'choice',
    format: 'diallingCode',
    ownProfile: true,
  },
  mobile: {
    name: 'mobile',
    label: 'Mobile',
    type: 'text',
    format: 'mobile',
    maxLength: 20,
    ownProfile: true,
  },
  designation: {
    name: 'designation',
    label: 'Designation',
    type: 'choice',
    maxLength: 100,
    required: true,
    ownProfile: true,
    visibleWithoutHome: true,
  },
  role: {
    name: 'roleId',
    auditName: 'role',
    label: 'Role',
    type: 'choice',
    required: true,
    visibleWithoutHome: true,
  },
  dept_lead: {
    name: 'deptLead',
    label: 'Department lead',
    type: 'flag',
    visibleWithoutHome: true,
  },
  supervisor: {
    name: 'supervisorEmail',
    label: 'Supervisor',
    type: 'text',
    format: 'email',
    maxLength: maxLength.email,
    required: true,
    ownProfile: true,
  },
  department_name: {
    name: 'department',
    label: 'Department',
    type: 'choice',
    maxLength: 100,
    required: true,
    ownProfile: true,
    visibleWithoutHome: true,
  },
} as const satisfies Record<string, DeclaredPersonField>;

export type PersonField = keyof typeof personFields;

/** A field that is stored as a text. */
export type PersonTextField = Exclude<PersonField, 'role' | 'dept_lead'>;

/** A field of a user's own profile. */
export type ProfileField = FieldsWith<typeof personFields, { ownProfile: true }>;

export const personField = (field: PersonField): DeclaredPersonField => personFields[field];

/** Names in REST calls, which are also the columns of a bulk upload and of its template. */
export const personFieldNames = Object.keys(personFields) as PersonField[];

/** Names in REST calls of the fields that are stored as text. */
export const personTextFields = personFieldNames.filter(
  (field): field is PersonTextField => field !== 'role' && field !== 'dept_lead',
);
