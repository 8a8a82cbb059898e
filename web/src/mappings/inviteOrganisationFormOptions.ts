import { maxLength } from '@console/contract/rules';
import { emailCheck } from '../ui/form/fieldChecks.ts';
import { formDefaults } from '../ui/form/useInvalidFields.tsx';

/** The values of the invitation form. */
export type InviteOrganisationValues = { email: string; modules: string[] };

const none: InviteOrganisationValues = { email: '', modules: [] };

export const inviteOrganisationFormOptions = {
  ...formDefaults,
  initialValues: none,
  validate: { email: emailCheck(maxLength.email) },
};
