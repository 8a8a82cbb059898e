import { Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { sessionEndTexts, storedSessionEnd } from '../apollo/sessionEnd.ts';
import { LoadingScreen } from '../feedback/LoadingScreen.tsx';
import { lazyPart } from '../feedback/lazyPart.tsx';
import type { AppCodeFormProps } from './AppCodeForm.tsx';
import { CredentialsForm, type CredentialsProblem } from './CredentialsForm.tsx';
import { DisabledAccountDialog, type InactiveReason } from './DisabledAccountDialog.tsx';
import { OtpForm } from './OtpForm.tsx';
import { offersPasskeys } from './passkeys.ts';
import type { RememberBrowserProps } from './RememberBrowser.tsx';
import { type Credentials, type LoginOutcome, useSignIn } from './useSignIn.ts';

// Its checkbox comes with the script of the pages behind the sign-in.
const RememberBrowser = lazyPart<RememberBrowserProps>(
  async () => (await import('./RememberBrowser.tsx')).RememberBrowser,
  { loadOn: 'need', before: () => <Text>&nbsp;</Text> },
);

// Loaded separately, because few users have an authenticator app.
const AppCodeForm = lazyPart<AppCodeFormProps>(async () => (await import('./AppCodeForm.tsx')).AppCodeForm);

type Step =
  | { name: 'credentials'; notice?: string }
  | { name: 'app'; password: string }
  | { name: 'passcode'; password: string; sent: boolean; passcodeMailed: boolean; resendIn: number; round: number };

interface WrongPasscode {
  times: number;
  triesLeft: number | null;
}

const noWrongPasscode: WrongPasscode = { times: 0, triesLeft: null };
const whyEnded = (): string | undefined => {
  const end = storedSessionEnd();
  return end === null ? undefined : sessionEndTexts[end];
};
const expired = 'The sign-in has expired. Enter your password again.';

const notChosen = 'No passkey was used. Try again, or sign in with your password.';
const unknownPasskey = 'This passkey is not registered with this console. Sign in with your password.';
const noTriesLeft = 'Too many wrong codes. Enter your password again.';

const credentialsStep = (notice?: string): Step => (notice ? { name: 'credentials', notice } : { name: 'credentials' });

interface SignInProps {
  firstEmail: string;
  /** Why a session handover could not sign the user in. */
  refused?: InactiveReason | null;
  /** Whether the form is in a dialog, for the user of this email only. */
  again?: boolean;
}

/**
 * The two steps of signing in; the second is a passcode or a code of an authenticator app. The password is in this
 * component's state, from pressing Next until the sign-in succeeds or is cancelled.
 */
export function SignIn({ firstEmail, refused = null, again = false }: SignInProps) {
  const { login, signInWithPasskey, resend, busy, resending } = useSignIn();
  const [asking, setAsking] = useState(false);
  const [email, setEmail] = useState(firstEmail);
  const [step, setStep] = useState<Step>(() => credentialsStep(again ? undefined : whyEnded()));
  const [problem, setProblem] = useState<CredentialsProblem | null>(null);
  const [wrong, setWrong] = useState(noWrongPasscode);
  const [inactive, setInactive] = useState(refused);
  const [rememberDays, setRememberDays] = useState<number | null>(null);
  const [rememberDevice, setRememberDevice] = useState(true);

  const toCredentials = (notice?: string) => setStep(credentialsStep(notice));
  const follow = (outcome: LoginOutcome, password: string) => {
    switch (outcome.__typename) {
      case 'OtpRequired':
        setWrong(noWrongPasscode);
        setRememberDays(outcome.rememberDays);
        if (outcome.factor === 'APP') return setStep({ name: 'app', password });
        setStep((now) => ({
          name: 'passcode',
          password,
          sent: outcome.sent,
          passcodeMailed: outcome.passcodeMailed,
          resendIn: outcome.resendIn,
          round: now.name === 'passcode' ? now.round + 1 : 0,
        }));
        break;
      case 'InvalidOtp':
        // Tries with an app are counted for the whole sign-in. Without remaining tries for a passcode, another one can be emailed.
        if (step.name === 'app' && outcome.triesLeft === 0) return toCredentials(noTriesLeft);
        setWrong(({ times }) => ({ times: times + 1, triesLeft: outcome.triesLeft ?? null }));
        break;
      case 'InvalidCredentials':
      case 'UserNotFound':
        setProblem(outcome.__typename);
        toCredentials();
        break;
      case 'SingleSignOnRequired':
      case 'AddressNotAllowed':
        toCredentials(outcome.message);
        break;
      case 'UserDisabled':
      case 'OrganisationDisabled':
        setInactive(outcome.__typename);
        break;
    }
  };
  const attempt = async (credentials: Credentials) => {
    setProblem(null);
    const answer = await login(credentials);
    if (answer === 'start-again') toCredentials(expired);
    else if (answer) follow(answer, credentials.password);
  };

  const takePasskey = async () => {
    setProblem(null);
    setAsking(true);
    const answer = await signInWithPasskey().finally(() => setAsking(false));
    if (answer === 'not-chosen') toCredentials(notChosen);
    else if (answer?.__typename === 'InvalidCredentials') toCredentials(unknownPasskey);
    else if (answer) follow(answer, '');
  };

  const rememberBrowser = rememberDays !== null && (
    <RememberBrowser days={rememberDays} checked={rememberDevice} onChange={setRememberDevice} />
  );
  return (
    <>
      {step.name === 'app' && (
        <Suspense fallback={<LoadingScreen />}>
          <AppCodeForm
            wrongTimes={wrong.times}
            busy={busy}
            onSubmit={(otp) => void attempt({ email, password: step.password, otp, rememberDevice })}
            onBack={() => toCredentials()}
          >
            {rememberBrowser}
          </AppCodeForm>
        </Suspense>
      )}
      {step.name === 'credentials' && (
        <CredentialsForm
          email={email}
          problem={problem}
          notice={step.notice}
          again={again}
          busy={busy}
          passkey={again || !offersPasskeys() ? undefined : { busy: asking, use: () => void takePasskey() }}
          onEdit={() => setProblem(null)}
          onSubmit={(credentials) => {
            setEmail(credentials.email);
            void attempt(credentials);
          }}
        />
      )}
      {step.name === 'passcode' && (
        <OtpForm
          key={step.round}
          email={email}
          sent={step.sent}
          passcodeMailed={step.passcodeMailed}
          resendIn={step.resendIn}
          wrong={wrong}
          busy={busy}
          resending={resending}
          onSubmit={(otp) => void attempt({ email, password: step.password, otp, rememberDevice })}
          onResend={() => resend(email)}
          onExpired={() => toCredentials(expired)}
          onBack={() => toCredentials()}
        >
          {rememberBrowser}
        </OtpForm>
      )}
      <DisabledAccountDialog who={inactive} opened={inactive !== null} onClose={() => setInactive(null)} />
    </>
  );
}
