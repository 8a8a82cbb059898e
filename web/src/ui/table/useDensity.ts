import { useLocalStorage } from '@mantine/hooks';

export type Density = 'compact' | 'comfortable';

/** The height of table rows in this browser. */
export const useDensity = () => {
  // A default value would be stored at once.
  const [stored, setDensity] = useLocalStorage<Density>({ key: 'console.density', getInitialValueInEffect: false });
  const density: Density = stored === 'comfortable' ? stored : 'compact';
  return { density, setDensity };
};
