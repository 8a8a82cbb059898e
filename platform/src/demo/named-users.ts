import { roleLevel } from '@console/contract/access';
import type { NewRow } from '../core/database/schema.ts';

type Person = Pick<NewRow<'ent_usr'>, 'firstname' | 'lastname' | 'role_id' | 'designation' | 'department_name'> &
  Pick<NewRow<'ent_usr'>, 'email'> &
  Partial<NewRow<'ent_usr'>>;

const ciso = { designation: 'CISO', department_name: 'InfoSec', role_id: roleLevel('ORGANISER') };

/** The users of `demoSignIns` by domain; the first of each is its Organiser. */
export const demoNamedUsers: Record<string, Person[]> = {
  'demo.example': [
    { email: 'organiser@demo.example', firstname: 'Olivia', lastname: 'Okafor', ...ciso },
    {
      email: 'admin@demo.example',
      firstname: 'Ada',
      lastname: 'Lindqvist',
      role_id: roleLevel('ADMINISTRATOR'),
      designation: 'Senior Manager',
      department_name: 'Technology',
    },
    {
      email: 'architect@demo.example',
      firstname: 'Arjun',
      lastname: 'Mehta',
      role_id: roleLevel('ARCHITECT'),
      designation: 'Senior Engineer',
      department_name: 'Technology',
    },
    {
      email: 'assessor@demo.example',
      firstname: 'Aiko',
      lastname: 'Sato',
      role_id: roleLevel('ASSESSOR'),
      designation: 'Senior Analyst',
      department_name: 'InfoSec',
    },
    {
      email: 'auditee@demo.example',
      firstname: 'André',
      lastname: 'Dubois',
      role_id: roleLevel('AUDITEE'),
      designation: 'Team Lead',
      department_name: 'Operations',
      dept_lead: true,
    },
    {
      email: 'disabled@demo.example',
      firstname: 'Dana',
      lastname: 'Novák',
      role_id: roleLevel('ASSESSOR'),
      designation: 'Analyst',
      department_name: 'Finance',
      is_disabled: true,
    },
  ],
  'secure.example': [{ email: 'otp@secure.example', firstname: 'Omar', lastname: 'Haddad', ...ciso }],
  'closed.example': [{ email: 'user@closed.example', firstname: 'Uma', lastname: 'Rao', ...ciso }],
};

/** A user without organisation. */
export const demoUserWithoutOrganisation: Person = {
  email: 'new@nowhere.example',
  firstname: 'Nora',
  lastname: 'Nowak',
  role_id: roleLevel('ORGANISER'),
  designation: 'Manager',
  department_name: 'Operations',
};
