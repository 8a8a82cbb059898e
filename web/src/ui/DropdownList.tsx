import { dropdownMaxHeight } from '@console/contract/rules';
import { Combobox } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import classes from './Dropdown.module.css';
import type { DropdownOption } from './dropdownOptions.ts';
import type { DropdownParts } from './useDropdown.ts';

export const optionId = (list: string, value: string): string => `${list}-${encodeURIComponent(value)}`;

interface DropdownListProps {
  id: string;
  label: string;
  list: DropdownParts;
  value: string | null;
  /** Stands in the options' place. */
  message: string | null;
}

// The list alone is scrolled: `scrollIntoView` would move the page too, and the field out of sight under its open list.
const keepInSight = (option: HTMLElement | null) => {
  const list = option?.closest('[role="listbox"]');
  if (!option || !list) return;
  const [inner, outer] = [option.getBoundingClientRect(), list.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
};

/** The options of a dropdown under the headings of their groups. */
export function DropdownList({ id, label, list, value, message }: DropdownListProps) {
  const drawn = (option: DropdownOption) => {
    const { value: own, label: text } = option;
    const active = own === list.active;
    return (
      <Combobox.Option
        key={own}
        id={optionId(id, own)}
        ref={active ? keepInSight : undefined}
        className={classes.option}
        value={own}
        selected={active}
        aria-selected={own === value}
      >
        <span>{text}</span>
        {own === value && <IconCheck size={16} stroke={1.5} aria-hidden className={classes.check} />}
      </Combobox.Option>
    );
  };
  return (
    <Combobox.Dropdown>
      {message && <Combobox.Empty>{message}</Combobox.Empty>}
      <Combobox.Options
        id={id}
        aria-label={label}
        mah={dropdownMaxHeight}
        className={classes.options}
        hidden={message !== null}
      >
        {list.groups.map(({ heading, options }) =>
          heading === undefined ? (
            options.map(drawn)
          ) : (
            <Combobox.Group key={heading} label={heading}>
              {options.map(drawn)}
            </Combobox.Group>
          ),
        )}
        {list.offered !== null && drawn({ value: list.offered, label: `Use “${list.offered}”` })}
      </Combobox.Options>
    </Combobox.Dropdown>
  );
}
