import { useLocalStorage } from '@mantine/hooks';
import { useState } from 'react';

/** Whether the charts are shown. This browser stores the choice; before one, they are where there is room above details, not above a list. */
export function useOverviewFold(above: 'list' | 'details') {
  const [unfolds] = useState(() => above === 'details' && window.matchMedia('(min-width: 48em)').matches);
  // Without a default value, which would be stored at once.
  const [chosen, setChosen] = useLocalStorage<boolean>({
    key: `console.overview.${above}`,
    getInitialValueInEffect: false,
  });
  const isOpen = chosen ?? unfolds;
  return { isOpen, toggle: () => setChosen(!isOpen) };
}
