import { calls } from '@console/contract/calls/all';
import { isCredential } from '../product-api/credential.ts';
import { boolOf, recordOf, textOf } from '../product-api/shape.ts';
import { refusalOf } from '../session/login-results.ts';
import type { CheckClient, Reply } from './check-client.ts';
import type { ApiCheck } from './read-call-checks.ts';

export interface Terminal {
  isInteractive: boolean;
  print(text: string): void;
  ask(question: string): Promise<string>;
  /** Reads without echo. */
  askSecret(question: string): Promise<string>;
}

export const signInCheck: Omit<ApiCheck, 'needs'> = {
  call: calls.login,
  without: 'no user can sign in',
  isVital: true,
  lacks: ({ current_ent_usr }) => (isCredential(recordOf(current_ent_usr).api_key) ? [] : ['current_ent_usr.api_key']),
};

export const signOutCheck: Omit<ApiCheck, 'needs'> = {
  call: calls.logoutApiUser,
  without: 'a sign-out leaves the session open at the product API',
};

/** REST-1, with a passcode if required. Sets the client's key. */
export async function signIn(
  client: CheckClient,
  terminal: Terminal,
  { email, password, needsPasscode }: { email: string; password: string; needsPasscode: boolean },
  signal?: AbortSignal,
): Promise<Reply> {
  const login = (more: object) =>
    client.send(calls.login, { body: { api: true, ent_usr: { email, password }, ...more } }, signal);
  const passcode = async (more: object) => ({
    otp: await askPasscode(client, terminal, { email, ...more }, signal),
    otp_required: true,
    ...more,
  });
  // A product API without extensions can leave the passcode check to clients and accept the password alone.
  const isFirst = needsPasscode && !client.announcesExtensions;
  let reply = await login(isFirst ? await passcode({}) : {});
  if (!isFirst && demandsPasscode(reply)) reply = await login(await passcode(attemptIn(reply)));
  if (reply.failure === null) {
    const { api_key, session_token } = recordOf(recordOf(reply.response).current_ent_usr);
    if (isCredential(api_key)) client.key = api_key;
    if (isCredential(session_token)) client.token = session_token;
  }
  return reply;
}

const refusals = {
  INVALID_CREDENTIALS: 'The email or password is incorrect.',
  INVALID_OTP: 'The passcode is incorrect. Run the check again and have a new one emailed.',
  USER_INACTIVE: 'The user is inactive.',
  ORG_INACTIVE: "The user's organisation is disabled.",
  ADDRESS_NOT_ALLOWED: "The user's organisation does not allow the IP address of this machine.",
  SINGLE_SIGN_ON_REQUIRED: "The user's organisation requires single sign-on. Sign in as an Organiser or Administrator.",
} as const;

/** Problem of rejected credentials; null for any other response. */
export function credentialsRefusal({ failure }: Reply): string | null {
  const refusal = failure && refusalOf(failure);
  return refusal && refusal in refusals ? refusals[refusal as keyof typeof refusals] : null;
}

function demandsPasscode(reply: Reply): boolean {
  if (reply.failure !== null) return refusalOf(reply.failure) === 'OTP_REQUIRED';
  const { current_ent_usr, otp_required } = recordOf(reply.response);
  return !current_ent_usr && boolOf(otp_required);
}

/** Extension: the sign-in that the passcode belongs to. */
function attemptIn(reply: Reply): object {
  const attempt = textOf(reply.failure?.body.login_attempt);
  return attempt === null ? {} : { login_attempt: attempt };
}

/** Asks first, because sending a passcode is not a read call. */
async function askPasscode(
  client: CheckClient,
  terminal: Terminal,
  body: object,
  signal?: AbortSignal,
): Promise<string> {
  const given = (await terminal.ask('Passcode (leave empty to have one emailed): ')).trim();
  if (given) return given;
  const sent = await client.send(calls.sendOtp, { body }, signal);
  if (sent.failure !== null) terminal.print(`The passcode could not be sent: ${sent.reason}`);
  return (await terminal.ask('Passcode: ')).trim();
}
