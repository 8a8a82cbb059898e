import { useEffect, useState } from 'react';

const tintMs = 2_000;

/** Whether the content of a row has changed a moment ago. */
export const useRecentlyChanged = (row: object): boolean => {
  const content = JSON.stringify(row);
  const [shown, setShown] = useState(content);
  const [changed, setChanged] = useState(false);
  if (content !== shown) {
    setShown(content);
    setChanged(true);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another change starts the time again.
  useEffect(
    function endTint() {
      if (!changed) return;
      const timer = setTimeout(() => setChanged(false), tintMs);
      return () => clearTimeout(timer);
    },
    [changed, shown],
  );
  return changed;
};
