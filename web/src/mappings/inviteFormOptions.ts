import { maxLength } from '@console/contract/rules';
import { emailCheck } from '../ui/form/fieldChecks.ts';
import { formDefaults } from '../ui/form/useInvalidFields.tsx';

/** The values of the invitation form. */
export type InviteFormValues = { email: string; modules: string[] };

const none: InviteFormValues = { email: '', modules: [] };

export const inviteFormOptions = {
  ...formDefaults,
  initialValues: none,
  validate: { email: emailCheck(maxLength.email) },
};
