import { otpLength, texts } from '@console/contract/rules';
import { Anchor, Button, Group, PinInput, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { ResendRow } from './ResendRow.tsx';
import type { Resent } from './useSignIn.ts';

interface OtpFormProps {
  email: string;
  sent: boolean;
  resendIn: number;
  /** How often a wrong passcode was entered, and how many tries the passcode has left. */
  wrong: { times: number; triesLeft: number | null };
  busy: boolean;
  resending: boolean;
  onSubmit: (otp: string) => void;
  onResend: () => Promise<Resent | 'start-again' | undefined>;
  onExpired: () => void;
  onBack: () => void;
}

const anyCharacters = /^\S+$/;
// The first box has to take a whole code, which browsers fill in there; the last one takes no fifth character.
const box = (index: number) => ({
  'aria-label': `Character ${index + 1} of ${otpLength}`,
  ...(index === otpLength - 1 ? { maxLength: 1 } : {}),
});

export function OtpForm(props: OtpFormProps) {
  const { email, sent, resendIn, wrong, busy, resending, onSubmit, onResend, onExpired, onBack } = props;
  const [otp, setOtp] = useState('');
  const firstBox = useRef<HTMLInputElement>(null);
  const complete = otp.length === otpLength;
  const isWrong = wrong.times > 0;

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
        <Text c="dimmed">
          {`Enter the ${otpLength} characters that were ${sent ? 'sent' : 'last sent'} to ${email}.`}
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
        {wrong.triesLeft === 0 && <Text c="dimmed">This passcode cannot be used any more. Have another one sent.</Text>}
        <ResendRow sent={sent} resendIn={resendIn} busy={resending} onResend={onResend} onExpired={onExpired} />
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
