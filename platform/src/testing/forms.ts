import { type PersonField, personFieldNames } from '@console/contract/fields/person-fields';
import { numberSettings } from '@console/contract/organisation-settings';

/** A valid form of a new Auditee. */
export const newUser = (email: string, more: object = {}) => ({
  firstname: 'Maya',
  lastname: 'Rao',
  email,
  country_code: '+44',
  mobile: '98 200-11223',
  designation: 'Analyst',
  role_id: 5,
  dept_lead: false,
  supervisor: 'lead@a.example',
  department_name: 'Finance',
  ...more,
});

/** The upload row of a new user. */
export function rowOf(email: string, more: Partial<Record<PersonField, string>> = {}): string {
  const { role_id: _role, ...cells } = newUser(email);
  const row: Record<string, unknown> = { ...cells, role: 'Auditee', dept_lead: 'no', ...more };
  return personFieldNames.map((column) => String(row[column])).join(',');
}

/** An upload file with a header. */
export const csvOf = (rows: readonly string[]): string => [personFieldNames.join(','), ...rows].join('\n');

/** The content type of the forms below. */
export const formHeaders = { 'content-type': 'multipart/form-data; boundary=the-boundary' };

/** A part of a multipart form. */
export const partOf = (head: string, content: string | Buffer): Buffer =>
  Buffer.concat([Buffer.from(`--the-boundary\r\n${head}\r\n\r\n`), Buffer.from(content), Buffer.from('\r\n')]);

export const fieldPart = (name: string, value: unknown): Buffer =>
  partOf(`content-disposition: form-data; name="${name}"`, String(value));

export const filePart = (content: string | Buffer, { name = 'file', filename = 'users.csv' } = {}): Buffer =>
  partOf(`content-disposition: form-data; name="${name}"; filename="${filename}"\r\ncontent-type: text/csv`, content);

/** A complete form. */
export const bodyOf = (...parts: Buffer[]): Buffer => Buffer.concat([...parts, Buffer.from('--the-boundary--\r\n')]);

/** The body and headers of an organisation form; a file is its bytes, optionally with its name. */
export const organisationForm = (
  fields: object,
  files: Record<string, Buffer | string | [Buffer | string, string]>,
) => ({
  body: bodyOf(
    ...Object.entries(fields).map(([name, value]) => fieldPart(name, value)),
    ...Object.entries(files).map(([name, file]) => {
      const [content, filename] = Array.isArray(file) ? file : [file, `${name}.png`];
      return filePart(content, { name, filename });
    }),
  ),
  headers: formHeaders,
});

/** A valid form of a new organisation. */
export const newOrganisation = (brandname: string, more: object = {}) => ({
  brandname,
  legalname: `${brandname} Ltd`,
  industry: 'Banking',
  email_domain: 'new.example, Sub.New.example',
  website: 'https://www.new.example',
  pin: '400051',
  country: 'India',
  state: 'Maharashtra',
  city: 'Mumbai',
  ...more,
});

/** The body and headers of a form with one file. */
export const formOf = (fields: object, file: string | Buffer) => ({
  body: bodyOf(...Object.entries(fields).map(([name, value]) => fieldPart(name, value)), filePart(file)),
  headers: formHeaders,
});

/** An organisation of `org_detail` without the settings, as commands return it. */
export const withoutSettings = (org: object) =>
  Object.fromEntries(Object.entries(org).filter(([name]) => !numberSettings.some(({ column }) => column === name)));
