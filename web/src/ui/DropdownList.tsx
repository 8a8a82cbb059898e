import { dropdownMaxHeight } from '@console/contract/rules';
import { Combobox, useCombobox } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type Ref, type RefObject, useImperativeHandle } from 'react';
import classes from './Dropdown.module.css';
import { type DropdownOption, optionId } from './dropdownOptions.ts';
import type { DropdownParts } from './useDropdown.ts';

export interface DropdownListProps {
  id: string;
  label: string;
  /** Under which it stands. */
  field: RefObject<HTMLInputElement | null>;
  /** The part of the page that it is drawn in. */
  landmark: HTMLElement | null;
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
export function DropdownList({ id, label, field, landmark, list, value, message }: DropdownListProps) {
  // Leaving the field closes the list; what lies outside of it for Mantine includes the field's own buttons.
  const store = useCombobox({ opened: list.opened });
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
    <Combobox
      store={store}
      onOptionSubmit={list.choose}
      keepMounted={false}
      portalProps={landmark ? { target: landmark } : {}}
    >
      <Combobox.Target withAriaAttributes={false} withKeyboardNavigation={false}>
        <DrawnField field={field} />
      </Combobox.Target>
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
    </Combobox>
  );
}

/** Stands for the field, which was there before the list. */
function DrawnField({ field, ref }: { field: RefObject<HTMLInputElement | null>; ref?: Ref<HTMLInputElement> }) {
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => field.current, [field]);
  return null;
}
