import { otpResendSeconds } from '@console/contract/rules';
import { useRef } from 'react';
import { useSession } from '../apollo/SessionProvider.tsx';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { Failure } from '../feedback/failure.ts';
import { graphql } from '../gql/gql.ts';
import type { SignIn_LoginMutation } from '../gql/graphql.ts';
import { rememberPasskey } from './passkeys.ts';

const loginDocument = graphql(`
  mutation SignIn_Login($input: LoginInput!) {
    login(input: $input) {
      __typename
      ... on OtpRequired { email sent passcodeMailed resendIn factor rememberDays }
      ... on InvalidOtp { triesLeft }
      ... on SingleSignOnRequired { message }
      ... on AddressNotAllowed { message }
    }
  }
`);

const startPasskeyDocument = graphql(`mutation SignIn_StartPasskey { startPasskeySignIn { options } }`);

const passkeyDocument = graphql(`
  mutation SignIn_Passkey($input: SignInWithPasskeyInput!) {
    signInWithPasskey(input: $input) { __typename ... on OtpRequired { email sent passcodeMailed resendIn factor rememberDays } ... on InvalidOtp { triesLeft } ... on SingleSignOnRequired { message } ... on AddressNotAllowed { message } }
  }
`);

const sendOtpDocument = graphql(`mutation SignIn_SendOtp($email: String!) { sendOtp(email: $email) { resendIn } }`);

export type LoginOutcome = Exclude<SignIn_LoginMutation['login'], { __typename: 'LoginSuccess' }>;
/** Result of sending the passcode again; `why` is set after a failure. */
export type PasscodeResendResult = { sent: boolean; resendIn: number; why?: string };

export interface Credentials {
  email: string;
  password: string;
  otp?: string;
  /** With a passcode or code. */
  rememberDevice?: boolean;
}

const handles = (failure: Failure) => failure.has('TOKEN_INVALID');

/** Mutations of a sign-in, which has one page secret for both steps, stored on success. `start-again`: expired, enter the password again. */
export const useSignIn = () => {
  const session = useSession();
  const secret = useRef('');
  const loginMutation = useMutationAction(loginDocument, { handles, saves: false });
  const sendOtpMutation = useMutationAction(sendOtpDocument, {
    handles: (failure) => handles(failure) || failure.has('RATE_LIMITED'),
    saves: false,
  });

  const startPasskey = useMutationAction(startPasskeyDocument, { saves: false });
  const passkey = useMutationAction(passkeyDocument, { saves: false });

  const login = async (credentials: Credentials): Promise<LoginOutcome | 'start-again' | undefined> => {
    const begin = () => {
      if (credentials.otp === undefined) secret.current = session.beginSignIn();
      return { pageSecret: secret.current };
    };
    const answer = await loginMutation.mutate({ input: credentials }, begin).catch(startAgain);
    if (answer === 'start-again' || answer === undefined) return answer;
    if (answer.login.__typename !== 'LoginSuccess') return answer.login;
    session.completeSignIn(secret.current);
    return undefined;
  };

  /** `not-chosen`: the browser returned no passkey. */
  const signInWithPasskey = async (): Promise<LoginOutcome | 'not-chosen' | undefined> => {
    const withSecret = () => ({ pageSecret: secret.current });
    const begin = () => {
      secret.current = session.beginSignIn();
      return withSecret();
    };
    const started = await startPasskey.mutate({}, begin).catch(() => undefined);
    if (!started) return undefined;
    const response = await askForPasskey(started.startPasskeySignIn.options);
    if (response === null) return 'not-chosen';
    const answer = await passkey.mutate({ input: { response } }, withSecret).catch(() => undefined);
    if (answer?.signInWithPasskey.__typename !== 'LoginSuccess') return answer?.signInWithPasskey;
    rememberPasskey();
    session.completeSignIn(secret.current);
    return undefined;
  };

  const resend = async (email: string): Promise<PasscodeResendResult | 'start-again' | undefined> => {
    const answer = await sendOtpMutation
      .mutate({ email }, () => ({ pageSecret: secret.current }))
      .catch((error: unknown) => {
        if (error instanceof Failure && error.has('RATE_LIMITED'))
          return { sent: false, resendIn: error.retryAfter ?? otpResendSeconds, why: error.message };
        return startAgain(error);
      });
    return answer && typeof answer === 'object' && 'sendOtp' in answer
      ? { sent: true, resendIn: answer.sendOtp.resendIn }
      : answer;
  };

  return { login, signInWithPasskey, resend, busy: loginMutation.busy, resending: sendOtpMutation.busy };
};

const startAgain = (error: unknown): 'start-again' | undefined =>
  error instanceof Failure && error.has('TOKEN_INVALID') ? 'start-again' : undefined;

/** The browser's response as JSON; null if there is none. */
async function askForPasskey(options: string): Promise<string | null> {
  try {
    const { startAuthentication } = await import('@simplewebauthn/browser');
    return JSON.stringify(await startAuthentication({ optionsJSON: JSON.parse(options) }));
  } catch {
    return null;
  }
}
