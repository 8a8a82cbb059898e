import { ActionIcon, Menu } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import type { OptionalColumns } from './useShownColumns.ts';

/** Shows and hides optional columns. */
export function ColumnMenu({ columns, shown, setShown }: OptionalColumns) {
  return (
    <Menu position="bottom-end" withinPortal={false} closeOnItemClick={false}>
      <Menu.Target>
        <ActionIcon aria-label="Columns">
          <IconColumns3 size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label="Columns">
        <Menu.CheckboxGroup value={[...shown]} onChange={setShown}>
          {columns.map(({ key, title }) => (
            <Menu.CheckboxItem key={key} value={key}>
              {title}
            </Menu.CheckboxItem>
          ))}
        </Menu.CheckboxGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
