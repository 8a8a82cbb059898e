import { useOs } from '@mantine/hooks';

/** The key of shortcuts, as this system names it. */
export const useControlKey = (): '⌘' | 'Ctrl' => {
  const os = useOs();
  return os === 'macos' || os === 'ios' ? '⌘' : 'Ctrl';
};
