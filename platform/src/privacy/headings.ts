import { snakeCase } from '@console/contract/call';

const words: Readonly<Record<string, string>> = {
  act: 'action',
  api: 'API',
  asmt: 'assessment',
  cntrls: 'controls',
  dept: 'department',
  ent: '',
  guid: 'GUID',
  firstname: 'first name',
  lastname: 'last name',
  brandname: 'brand name',
  legalname: 'legal name',
  html: 'HTML',
  id: 'ID',
  ids: 'IDs',
  ms: 'milliseconds',
  org: 'organisation',
  otp: 'passcode',
  scim: 'provisioning',
  sso: 'single sign-on',
  url: 'URL',
  usr: 'user',
};

/** Readable name: `ent_org_id` becomes `Organisation ID`, `sentInvitations` becomes `Sent invitations`. */
export const headingOf = (name: string): string => {
  const parts = snakeCase(name).split('_');
  const text = parts.flatMap((part) => words[part] ?? part).filter(Boolean);
  return text.join(' ').replace(/^./, (first) => first.toUpperCase());
};

const isRecord = (value: unknown): value is object => Object.prototype.toString.call(value) === '[object Object]';

/** Replaces names by headings at all levels, except those of a standard, such as `urn:ietf:params:scim:schemas:core:2.0:User`. */
export const withHeadings = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withHeadings);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name.includes(':') ? name : headingOf(name), withHeadings(inner)]),
  );
};
