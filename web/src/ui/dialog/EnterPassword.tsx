import { useConfirmation } from './confirmation.ts';

/** The sentence before a password field, for those who have a password. */
export function EnterPassword() {
  return useConfirmation().hasPassword && ' Enter your password to confirm.';
}
