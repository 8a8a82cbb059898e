import { useEffect, useState } from 'react';

/** Counts whole seconds down to 0; `startCountdown` starts it again. It uses the clock, because timers are slow in a background tab. */
export const useCountdown = (firstSeconds = 0) => {
  const [until, setUntil] = useState(() => Date.now() + firstSeconds * 1000);
  const [now, setNow] = useState(() => Date.now());
  const counting = now < until;
  useEffect(
    function tickWhileCounting() {
      if (!counting) return;
      const timer = setInterval(() => setNow(Date.now()), 250);
      return () => clearInterval(timer);
    },
    [counting],
  );
  const startCountdown = (seconds: number) => {
    const start = Date.now();
    setNow(start);
    setUntil(start + seconds * 1000);
  };
  return { secondsLeft: counting ? Math.ceil((until - now) / 1000) : 0, startCountdown };
};

/** Seconds as text: `2 min 5 s`. */
export const formatSeconds = (seconds: number): string =>
  seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
