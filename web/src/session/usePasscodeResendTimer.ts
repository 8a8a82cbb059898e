import { useEffect, useState } from 'react';

/** 'OTP Sent' is shown for this time (SPEC 4). */
const otpSentMs = 3_000;

interface Sending {
  sent: boolean;
  /** Seconds. */
  resendIn: number;
}

// Deadlines instead of counted ticks: timers are slow in a background tab.
const deadlines = ({ sent, resendIn }: Sending) => {
  const sentUntil = Date.now() + (sent ? otpSentMs : 0);
  return { sentUntil, readyAt: sentUntil + resendIn * 1000 };
};

/** The seconds until a passcode may be sent again; after a sent one they start when 'OTP Sent' disappears. */
export const usePasscodeResendTimer = (firstSending: Sending) => {
  const [until, setUntil] = useState(() => deadlines(firstSending));
  const [now, setNow] = useState(() => Date.now());
  const waiting = now < until.readyAt;

  useEffect(
    function tickWhileWaiting() {
      if (!waiting) return;
      const timer = setInterval(() => setNow(Date.now()), 250);
      return () => clearInterval(timer);
    },
    [waiting],
  );

  const restart = (sending: Sending) => {
    setUntil(deadlines(sending));
    setNow(Date.now());
  };
  const justSent = now < until.sentUntil;
  return {
    justSent,
    secondsLeft: waiting && !justSent ? Math.ceil((until.readyAt - now) / 1000) : 0,
    waiting,
    restart,
  };
};
