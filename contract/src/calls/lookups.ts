import { z } from 'zod';
import { defineCall } from '../call.ts';
import { id, option } from '../shapes.ts';

/** The lists that forms choose from. They hold no tenant's data and need no key (CHECKLIST OPEN-68). */
export const lookupsCalls = {
  /** Dialling codes. */
  countryCodeList: defineCall({
    name: 'countryCodeList',
    item: 'REST-24',
    method: 'GET',
    path: '/consoles/country_code_list',
    kind: 'read',
    access: 'public',
    answer: z.object({ country_codes: z.array(option) }),
  }),
  /** The roles, by module. */
  moduleRoleList: defineCall({
    name: 'moduleRoleList',
    item: 'REST-25',
    method: 'GET',
    path: '/centrals/module_role_list',
    kind: 'read',
    access: 'public',
    answer: z.object({
      module_role_list: z.object({ Console: z.array(z.object({ id, label: z.string(), idStr: z.string() })) }),
    }),
  }),
  /** Industries. */
  industryList: defineCall({
    name: 'industryList',
    item: 'REST-46',
    method: 'GET',
    path: '/consoles/industry_list',
    kind: 'read',
    access: 'public',
    answer: z.object({ industries: z.array(option) }),
  }),
  /** Departments. */
  departmentList: defineCall({
    name: 'departmentList',
    item: 'REST-47',
    method: 'GET',
    path: '/consoles/department_list',
    kind: 'read',
    access: 'public',
    answer: z.object({ department_list: z.array(option) }),
  }),
  /** Designations, the senior ones among them. */
  designationList: defineCall({
    name: 'designationList',
    item: 'REST-48',
    method: 'GET',
    path: '/consoles/designation_list',
    kind: 'read',
    access: 'public',
    answer: z.object({ designations: z.array(option) }),
  }),
  /** Countries. */
  countryList: defineCall({
    name: 'countryList',
    item: 'REST-49',
    method: 'GET',
    path: '/consoles/country_list',
    kind: 'read',
    access: 'public',
    answer: z.object({ countries: z.array(option) }),
  }),
};
