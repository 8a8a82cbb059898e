import { texts } from '@console/contract/rules';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { formatSeconds } from '../ui/layout/useCountdown.ts';
import { usePasscodeResendTimer } from './usePasscodeResendTimer.ts';
import type { PasscodeResendResult } from './useSignIn.ts';

interface ResendPasscodeRowProps {
  sent: boolean;
  resendIn: number;
  busy: boolean;
  onResend: () => Promise<PasscodeResendResult | 'start-again' | undefined>;
  onExpired: () => void;
}

/** The state of the passcode's mail, and the button that sends it again. */
export function ResendPasscodeRow({ sent, resendIn, busy, onResend, onExpired }: ResendPasscodeRowProps) {
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
