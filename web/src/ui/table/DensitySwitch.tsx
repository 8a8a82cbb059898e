import { ActionIcon, Menu } from '@mantine/core';
import { IconBaselineDensityMedium, IconBaselineDensitySmall } from '@tabler/icons-react';
import { useTimesShown } from '../values/useTimesShown.ts';
import { type Density, useDensity } from './useDensity.ts';

const labels: Record<Density, string> = { compact: 'Compact', comfortable: 'Comfortable' };

/** Selects the height of table rows, and whether dates have the time of day. */
export function DensitySwitch() {
  const { density, setDensity } = useDensity();
  const { timesShown, setTimesShown } = useTimesShown();
  const Icon = density === 'compact' ? IconBaselineDensitySmall : IconBaselineDensityMedium;
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <ActionIcon aria-label={`Rows: ${labels[density]}`}>
          <Icon size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label="Rows">
        <Menu.RadioGroup value={density} onChange={(value) => setDensity(value as Density)}>
          {Object.entries(labels).map(([value, label]) => (
            <Menu.RadioItem key={value} value={value} closeMenuOnClick>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.CheckboxItem checked={timesShown} closeMenuOnClick onChange={setTimesShown}>
          Time of day
        </Menu.CheckboxItem>
      </Menu.Dropdown>
    </Menu>
  );
}
