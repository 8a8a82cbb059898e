import { useEffect, useState } from 'react';

/** Counts whole seconds down to 0; `waitFor` restarts. It uses the clock, because timers are slow in a background tab. */
export const useWait = () => {
  const [until, setUntil] = useState(0);
  const [now, setNow] = useState(() => Date.now());
  const waiting = now < until;
  useEffect(
    function tickWhileWaiting() {
      if (!waiting) return;
      const timer = setInterval(() => setNow(Date.now()), 250);
      return () => clearInterval(timer);
    },
    [waiting],
  );
  const waitFor = (seconds: number) => {
    setNow(Date.now());
    setUntil(Date.now() + seconds * 1000);
  };
  return { secondsLeft: waiting ? Math.ceil((until - now) / 1000) : 0, waitFor };
};
