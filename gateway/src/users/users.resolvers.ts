import { levelOf, roles } from '@console/contract/access';
import type { Resolvers } from '../generated/resolvers-types.ts';
import { fileAddress } from '../product-api/file-address.ts';
import { organisationFor, roleOf } from '../product-api/reads.ts';
import { boolOf, idOf, momentOf, recordOf, textOf } from '../product-api/shape.ts';

export const usersResolvers: Resolvers = {
  User: {
    id: ({ id }) => idOf(id) ?? '',
    firstName: ({ firstname }) => textOf(firstname),
    lastName: ({ lastname }) => textOf(lastname),
    fullName: ({ firstname, lastname, email }) =>
      [textOf(firstname), textOf(lastname)].filter(Boolean).join(' ') || (textOf(email) ?? ''),
    email: ({ email }) => textOf(email) ?? '',
    countryCode: ({ country_code }) => textOf(country_code),
    mobile: ({ mobile }) => textOf(mobile),
    designation: ({ designation }) => textOf(designation),
    role(user) {
      const key = roleOf(user);
      const role = roles.find((entry) => entry.key === key);
      if (!key || !role) return null;
      return {
        id: idOf(recordOf(user.role).id) ?? idOf(user.role_id) ?? key,
        key,
        name: role.name,
        level: levelOf(key),
      };
    },
    deptLead: ({ dept_lead }) => boolOf(dept_lead),
    supervisorEmail: ({ supervisor }) => textOf(supervisor),
    department: ({ department_name }) => textOf(department_name),
    status: ({ is_disabled }) => (boolOf(is_disabled) ? 'INACTIVE' : 'ACTIVE'),
    // The organisation's logo comes before the person's own (SPEC 3).
    logoUrl: ({ ent_org, logo_url }, _args, { services: { settings } }) =>
      fileAddress(recordOf(ent_org).logo_url, settings) ?? fileAddress(logo_url, settings),
    organisation({ ent_org_id }, _args, { api }) {
      const id = idOf(ent_org_id);
      return id === null ? null : organisationFor(api, id);
    },
    createdAt: ({ created_at }) => momentOf(created_at),
    updatedAt: ({ updated_at }) => momentOf(updated_at),
  },
};
