import { maxLength } from '@console/contract/rules';
import { formDefaults } from '../ui/useFaultyFields.tsx';
import { emailCheck } from '../ui/userChecks.ts';

/** What the form of an invitation holds. */
export type InviteValues = { email: string; modules: string[] };

const none: InviteValues = { email: '', modules: [] };

export const inviteDefaults = {
  ...formDefaults,
  initialValues: none,
  validate: { email: emailCheck(maxLength.email) },
};
