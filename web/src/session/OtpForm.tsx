import { otpLength, texts } from '@console/contract/rules';
import { Anchor, Button, Group, PinInput, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatSeconds, useCountdown } from '../ui/values/useCountdown.ts';
import type { PasscodeResendResult } from './useSignIn.ts';

/** 'OTP Sent' is shown for this time (SPEC 4). */
const otpSentSeconds = 3;

interface Sending {
  sent: boolean;
  /** Seconds. */
  resendIn: number;
}

const totalSeconds = ({ sent, resendIn }: Sending) => (sent ? otpSentSeconds : 0) + resendIn;

/** The seconds until a passcode may be sent again; after a sent one they start when 'OTP Sent' disappears. */
const usePasscodeResendTimer = (firstSending: Sending) => {
  const [{ resendIn }, setSending] = useState(firstSending);
  const { secondsLeft, startCountdown } = useCountdown(totalSeconds(firstSending));
  const restart = (sending: Sending) => {
    setSending(sending);
    startCountdown(totalSeconds(sending));
  };
  const justSent = secondsLeft > resendIn;
  return { justSent, secondsLeft: justSent ? 0 : secondsLeft, waiting: secondsLeft > 0, restart };
};

interface OtpFormProps {
  email: string;
  sent: boolean;
  /** Whether a passcode for this sign-in was emailed, now or before a reload. */
  passcodeMailed: boolean;
  resendIn: number;
  /** The number of wrong passcodes, and of remaining tries. */
  wrong: { times: number; triesLeft: number | null };
  busy: boolean;
  resending: boolean;
  onSubmit: (otp: string) => void;
  onResend: () => Promise<PasscodeResendResult | 'start-again' | undefined>;
  onExpired: () => void;
  onBack: () => void;
  /** Below the passcode. */
  children: ReactNode;
}

const anyCharacters = /^\S+$/;
// Browsers fill the whole code into the first box; the last one must not take a fifth character.
const box = (index: number) => ({
  'aria-label': `Character ${index + 1} of ${otpLength}`,
  ...(index === otpLength - 1 ? { maxLength: 1 } : {}),
});

/** Says where to find the passcode. */
function instruction(email: string, mail: 'sent' | 'sentBefore' | 'sentElsewhere' | 'failed'): string {
  switch (mail) {
    case 'sent':
      return `Enter the ${otpLength}-character passcode from the email to ${email}.`;
    case 'sentBefore':
      return `Enter the ${otpLength}-character passcode from the last email to ${email}.`;
    case 'sentElsewhere':
      return `The last passcode for ${email} belongs to another sign-in and cannot be used here. Select Resend to get one for this sign-in.`;
    case 'failed':
      return `Could not send a passcode to ${email}. Select Resend to try again.`;
  }
}

export function OtpForm(props: OtpFormProps) {
  const { email, sent, passcodeMailed, resendIn, wrong, busy, resending } = props;
  const { onSubmit, onResend, onExpired, onBack, children } = props;
  const [otp, setOtp] = useState('');
  const [resent, setResent] = useState(false);
  const firstBox = useRef<HTMLInputElement>(null);
  const complete = otp.length === otpLength;
  const isWrong = wrong.times > 0;

  const mail = sent || resent ? 'sent' : passcodeMailed ? 'sentBefore' : resendIn > 0 ? 'sentElsewhere' : 'failed';

  const resend = async () => {
    const answer = await onResend();
    if (typeof answer === 'object' && answer.sent) setResent(true);
    return answer;
  };

  useEffect(
    function startOverAfterWrongPasscode() {
      if (wrong.times === 0) return;
      setOtp('');
      firstBox.current?.focus();
    },
    [wrong.times],
  );

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (complete) onSubmit(otp);
      }}
    >
      <Stack gap="md">
        <Title order={1}>Enter your passcode</Title>
        <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {instruction(email, mail)}
        </Text>
        <PinInput
          ref={firstBox}
          aria-label="Passcode"
          length={otpLength}
          type={anyCharacters}
          size="lg"
          placeholder=""
          autoFocus
          oneTimeCode
          error={isWrong && otp === ''}
          value={otp}
          onChange={setOtp}
          getInputProps={box}
        />
        {isWrong && (
          <Text role="alert" c="var(--mantine-color-error)" key={wrong.times}>
            {texts.signIn.incorrectOtp}
          </Text>
        )}
        {wrong.triesLeft === 0 && <Text c="dimmed">This passcode no longer works. Request a new one.</Text>}
        <ResendPasscodeRow sent={sent} resendIn={resendIn} busy={resending} onResend={resend} onExpired={onExpired} />
        {children}
        <Button type="submit" disabled={!complete} loading={busy} fullWidth>
          {texts.signIn.login}
        </Button>
        <Group justify="center">
          <Anchor component="button" type="button" size="sm" onClick={onBack}>
            Back
          </Anchor>
        </Group>
      </Stack>
    </form>
  );
}

interface ResendPasscodeRowProps {
  sent: boolean;
  resendIn: number;
  busy: boolean;
  onResend: () => Promise<PasscodeResendResult | 'start-again' | undefined>;
  onExpired: () => void;
}

/** The state of the passcode email, and the button that sends it again. */
function ResendPasscodeRow({ sent, resendIn, busy, onResend, onExpired }: ResendPasscodeRowProps) {
  const { justSent, secondsLeft, waiting, restart } = usePasscodeResendTimer({ sent, resendIn });
  const [why, setWhy] = useState<string>();

  const again = async () => {
    setWhy(undefined);
    const answer = await onResend();
    if (answer === 'start-again') return onExpired();
    if (!answer) return;
    setWhy(answer.why);
    restart(answer);
  };

  return (
    <>
      <Group justify="space-between" mih={36}>
        <div>
          {/* A status that excludes the countdown: screen readers would announce every second. */}
          <Text role="status">{justSent ? texts.signIn.otpSent : ''}</Text>
          {secondsLeft > 0 && <Text c="dimmed">{`Send again in ${formatSeconds(secondsLeft)}`}</Text>}
        </div>
        <Button variant="default" size="xs" disabled={waiting} loading={busy} onClick={() => void again()}>
          Resend
        </Button>
      </Group>
      {why && <Text role="alert">{why}</Text>}
    </>
  );
}
