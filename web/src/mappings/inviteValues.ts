import { maxLength } from '@console/contract/rules';
import { emailCheck } from '../ui/form/fieldChecks.ts';
import { formDefaults } from '../ui/form/useInvalidFields.tsx';

/** The values of the invitation form. */
export type InviteValues = { email: string; modules: string[] };

const none: InviteValues = { email: '', modules: [] };

export const inviteDefaults = {
  ...formDefaults,
  initialValues: none,
  validate: { email: emailCheck(maxLength.email) },
};
