import { type RefObject, useEffect, useState } from 'react';

const shownMs = 5_000;
const words = { copied: 'Copied', selected: 'Selected. Copy it manually.' };

const select = (element: HTMLElement) => {
  if (!(element instanceof HTMLInputElement)) return getSelection()?.selectAllChildren(element);
  element.focus();
  return element.select();
};

/** Copies a text, or selects it where the browser does not let a page copy: without TLS, or if it is forbidden. `said` is the outcome, for a while. */
export const useCopy = (text: string, shown: RefObject<HTMLElement | null>, onCopied?: () => void) => {
  const [outcome, setOutcome] = useState<{ said: keyof typeof words } | null>(null);
  useEffect(
    function tellForAWhile() {
      if (outcome === null) return;
      // Selected only once the text is visible.
      if (outcome.said === 'selected' && shown.current) select(shown.current);
      const timer = setTimeout(() => setOutcome(null), shownMs);
      return () => clearTimeout(timer);
    },
    [outcome, shown],
  );
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome({ said: 'copied' });
      onCopied?.();
    } catch {
      setOutcome({ said: 'selected' });
    }
  };
  return { copy: () => void copy(), outcome: outcome?.said, said: outcome ? words[outcome.said] : '' };
};
