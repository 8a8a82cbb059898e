import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { id, option } from '../shapes.ts';

/** A role. */
export const moduleRole = z.object({
  id,
  label: z.string(),
  idStr: z.string().describe('the stable name: ADMINISTRATOR, ARCHITECT, ORGANISER, ASSESSOR or AUDITEE'),
});

/** The options of forms. They contain no tenant's data and need no key (CHECKLIST OPEN-68). */
export const lookupsCalls = defineCalls({
  countryCodeList: {
    request: 'REST-24 GET /consoles/country_code_list',
    access: 'public',
    description: 'Dialling codes.',
    when: 'forms with a phone number',
    answer: z.object({ country_codes: z.array(option) }),
  },
  moduleRoleList: {
    request: 'REST-25 GET /centrals/module_role_list',
    access: 'public',
    description: 'The roles, by module; the console reads those of `Console`.',
    when: 'forms and files of users',
    answer: z.object({
      module_role_list: z.object({ Console: z.array(moduleRole) }),
    }),
  },
  industryList: {
    request: 'REST-46 GET /consoles/industry_list',
    access: 'public',
    description: 'Industries.',
    when: 'organisation forms',
    answer: z.object({ industries: z.array(option) }),
  },
  departmentList: {
    request: 'REST-47 GET /consoles/department_list',
    access: 'public',
    description: 'Departments.',
    when: 'user forms',
    answer: z.object({ department_list: z.array(option) }),
  },
  designationList: {
    request: 'REST-48 GET /consoles/designation_list',
    access: 'public',
    description: 'Designations, the senior ones among them.',
    when: 'user forms and senior management',
    answer: z.object({ designations: z.array(option) }),
  },
  countryList: {
    request: 'REST-49 GET /consoles/country_list',
    access: 'public',
    description: 'Countries.',
    when: 'organisation forms',
    answer: z.object({ countries: z.array(option) }),
  },
});
