import { z } from 'zod';
import { defineCall } from '../call.ts';
import { id, option } from '../shapes.ts';

/** A role. */
export const moduleRole = z.object({
  id,
  label: z.string(),
  idStr: z.string().describe('the stable name: ADMINISTRATOR, ARCHITECT, ORGANISER, ASSESSOR or AUDITEE'),
});

/** The options of forms. They contain no tenant's data and need no key (CHECKLIST OPEN-68). */
export const lookupsCalls = {
  countryCodeList: defineCall({
    name: 'countryCodeList',
    item: 'REST-24',
    method: 'GET',
    path: '/consoles/country_code_list',
    kind: 'read',
    access: 'public',
    description: 'Dialling codes.',
    when: 'forms with a phone number',
    answer: z.object({ country_codes: z.array(option) }),
  }),
  moduleRoleList: defineCall({
    name: 'moduleRoleList',
    item: 'REST-25',
    method: 'GET',
    path: '/centrals/module_role_list',
    kind: 'read',
    access: 'public',
    description: 'The roles, by module; the console reads those of `Console`.',
    when: 'forms and files of users',
    answer: z.object({
      module_role_list: z.object({ Console: z.array(moduleRole) }),
    }),
  }),
  industryList: defineCall({
    name: 'industryList',
    item: 'REST-46',
    method: 'GET',
    path: '/consoles/industry_list',
    kind: 'read',
    access: 'public',
    description: 'Industries.',
    when: 'organisation forms',
    answer: z.object({ industries: z.array(option) }),
  }),
  departmentList: defineCall({
    name: 'departmentList',
    item: 'REST-47',
    method: 'GET',
    path: '/consoles/department_list',
    kind: 'read',
    access: 'public',
    description: 'Departments.',
    when: 'user forms',
    answer: z.object({ department_list: z.array(option) }),
  }),
  designationList: defineCall({
    name: 'designationList',
    item: 'REST-48',
    method: 'GET',
    path: '/consoles/designation_list',
    kind: 'read',
    access: 'public',
    description: 'Designations, the senior ones among them.',
    when: 'user forms and senior management',
    answer: z.object({ designations: z.array(option) }),
  }),
  countryList: defineCall({
    name: 'countryList',
    item: 'REST-49',
    method: 'GET',
    path: '/consoles/country_list',
    kind: 'read',
    access: 'public',
    description: 'Countries.',
    when: 'organisation forms',
    answer: z.object({ countries: z.array(option) }),
  }),
};
