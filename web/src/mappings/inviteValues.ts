import { maxLength } from '@console/contract/rules';
import { emailCheck } from '../ui/form/fieldChecks.ts';
import { formDefaults } from '../ui/form/useInvalidFields.tsx';

/** What the form of an invitation holds. */
export type InviteValues = { email: string; modules: string[] };

const none: InviteValues = { email: '', modules: [] };

export const inviteDefaults = {
  ...formDefaults,
  initialValues: none,
  validate: { email: emailCheck(maxLength.email) },
};
