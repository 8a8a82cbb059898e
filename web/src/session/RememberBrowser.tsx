import { Checkbox } from '@mantine/core';
import { countOf } from '../ui/values/format.ts';

export interface RememberBrowserProps {
  days: number;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Whether the next sign-ins in this browser need no passcode or code. */
export const RememberBrowser = ({ days, checked, onChange }: RememberBrowserProps) => (
  <Checkbox
    label={`Do not ask again on this browser for ${countOf(days, 'day')}`}
    checked={checked}
    onChange={(event) => onChange(event.currentTarget.checked)}
  />
);
