import { invitationTokenDays } from '@console/contract/rules';

/** What new users get. */
export const invitationHelp = `Each new user gets an email with a link to set a password. The link works for ${invitationTokenDays} days. If the organisation requires single sign-on, the email says how to sign in with it instead. Users outside its verified email domains always set a password.`;
