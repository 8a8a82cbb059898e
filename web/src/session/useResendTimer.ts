import { otpSentMs } from '@console/contract/rules';
import { useEffect, useState } from 'react';

interface Sending {
  sent: boolean;
  /** Seconds. */
  resendIn: number;
}

// By the clock and not by counting ticks: a tab in the background ticks less often.
const deadlines = ({ sent, resendIn }: Sending) => {
  const sentUntil = Date.now() + (sent ? otpSentMs : 0);
  return { sentUntil, readyAt: sentUntil + resendIn * 1000 };
};

/** After a passcode was sent: first that it was, then the seconds until it may be sent again. Not sent: the seconds at once. */
export const useResendTimer = (first: Sending) => {
  const [until, setUntil] = useState(() => deadlines(first));
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
