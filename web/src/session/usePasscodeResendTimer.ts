import { useState } from 'react';
import { useCountdown } from '../ui/layout/useCountdown.ts';

/** 'OTP Sent' is shown for this time (SPEC 4). */
const otpSentSeconds = 3;

interface Sending {
  sent: boolean;
  /** Seconds. */
  resendIn: number;
}

const totalSeconds = ({ sent, resendIn }: Sending) => (sent ? otpSentSeconds : 0) + resendIn;

/** The seconds until a passcode may be sent again; after a sent one they start when 'OTP Sent' disappears. */
export const usePasscodeResendTimer = (firstSending: Sending) => {
  const [{ resendIn }, setSending] = useState(firstSending);
  const { secondsLeft, startCountdown } = useCountdown(totalSeconds(firstSending));
  const restart = (sending: Sending) => {
    setSending(sending);
    startCountdown(totalSeconds(sending));
  };
  const justSent = secondsLeft > resendIn;
  return { justSent, secondsLeft: justSent ? 0 : secondsLeft, waiting: secondsLeft > 0, restart };
};
