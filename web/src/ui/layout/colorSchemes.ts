import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';

export const colorSchemes = [
  { value: 'light', label: 'Light', Icon: IconSun },
  { value: 'dark', label: 'Dark', Icon: IconMoon },
  { value: 'auto', label: 'As the system', Icon: IconDeviceDesktop },
] as const;
