import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { id, option } from '../shapes.ts';

export const moduleRole = z.object({
  id,
  label: z.string(),
  idStr: z.string().describe('the stable name: ADMINISTRATOR, ARCHITECT, ORGANISER, ASSESSOR or AUDITEE'),
});

/** The options of forms. They contain no tenant's data and require no key (CHECKLIST OPEN-68). */
export const lookupsCalls = defineCalls({
  countryCodeList: {
    request: 'REST-24 GET /consoles/country_code_list',
    access: 'public',
    description: 'Lists the dialling codes.',
    when: 'a form with a phone number opens',
    answer: z.object({ country_codes: z.array(option) }),
  },
  moduleRoleList: {
    request: 'REST-25 GET /centrals/module_role_list',
    access: 'public',
    description: 'Lists the roles of each module. The console reads those of `Console`.',
    when: 'a form or a file of users needs roles',
    answer: z.object({
      module_role_list: z.object({ Console: z.array(moduleRole) }),
    }),
  },
  industryList: {
    request: 'REST-46 GET /consoles/industry_list',
    access: 'public',
    description: 'Lists the industries.',
    when: 'an organisation form opens',
    answer: z.object({ industries: z.array(option) }),
  },
  departmentList: {
    request: 'REST-47 GET /consoles/department_list',
    access: 'public',
    description: 'Lists the departments.',
    when: 'a user form opens',
    answer: z.object({ department_list: z.array(option) }),
  },
  designationList: {
    request: 'REST-48 GET /consoles/designation_list',
    access: 'public',
    description: 'Lists the designations, including the senior ones.',
    when: 'a user form or senior management opens',
    answer: z.object({ designations: z.array(option) }),
  },
  countryList: {
    request: 'REST-49 GET /consoles/country_list',
    access: 'public',
    description: 'Lists the countries.',
    when: 'an organisation form opens',
    answer: z.object({ countries: z.array(option) }),
  },
});
