import { useLocalStorage } from '@mantine/hooks';

/** Whether this browser shows the time of day next to every date: without a pointer nothing else does in a table. */
export const useTimesShown = () => {
  // A default value would be stored at once.
  const [timesShown = false, setTimesShown] = useLocalStorage<boolean>({
    key: 'console.times',
    getInitialValueInEffect: false,
  });
  return { timesShown, setTimesShown };
};
