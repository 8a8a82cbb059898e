import { useLocalStorage } from '@mantine/hooks';

/** Whether the charts are shown, which this browser stores; at first they are not. */
export function useOverviewFold(above: 'list' | 'details') {
  // Without a default value, which would be stored at once.
  const [isOpen = false, setOpen] = useLocalStorage<boolean>({
    key: `console.overview.${above}`,
    getInitialValueInEffect: false,
  });
  return { isOpen, toggle: () => setOpen(!isOpen) };
}
