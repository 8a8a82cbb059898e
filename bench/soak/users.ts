import { emailOf, type Size } from '../data.ts';
import { listOperations } from '../list-operations.ts';
import { firstPages, operationNamed } from '../operations.ts';

const saveProfile = (designation: string) =>
  operationNamed('ProfileForm_Update', {
    input: {
      firstName: 'Soak',
      lastName: 'Person',
      designation,
      department: 'InfoSec',
      supervisorEmail: 'person1@org1.example',
    },
  });

const own = { id: '', own: true };
const ownPages = (seesPosts: boolean) => [
  operationNamed('OrganisationPage', { ...own, seesPosts }),
  operationNamed('ProfilePage', {}),
];
const userPages = [operationNamed('OwnUsersPage', firstPages)];

/** Administrator, Architect, two Organisers, Assessor and Auditee, each with the operations of the pages that they use. */
export function usersByRole(size: Size): { email: string; operations: object[] }[] {
  const all = listOperations(size).map(({ operation }) => operation);
  return [
    { email: emailOf(1, 2), operations: all },
    { email: emailOf(1, 3), operations: all },
    { email: emailOf(2, 1), operations: [...ownPages(true), ...userPages] },
    { email: emailOf(3, 1), operations: [...ownPages(true), ...userPages] },
    { email: emailOf(3, 6), operations: [...ownPages(true), ...userPages, saveProfile('Assessor')] },
    { email: emailOf(3, 8), operations: [...ownPages(false), saveProfile('Auditee')] },
  ];
}
