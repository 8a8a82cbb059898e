import { dropdownMaxHeight } from '@console/contract/rules';
import { Combobox, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import classes from './Dropdown.module.css';
import type { DropdownOption } from './dropdownOptions.ts';
import type { DropdownParts } from './useDropdown.ts';

export interface DropdownListProps {
  id: string;
  label: string;
  /** The part of the page that it is drawn in. */
  landmark: HTMLElement | null;
  list: DropdownParts;
  value: string | null;
  /** Shown in place of the options. */
  message: string | null;
}

// The top bar covers what is drawn behind it. A list that grows may need the other side of its field.
const placement = { middlewares: { flip: { padding: { top: 64 } } }, preventPositionChangeWhenVisible: false };

// The field closes its list when it is left; a press on the field's own buttons is outside for Mantine.
const leaveOpen = () => {};

/** The list of a dropdown, beside the element that it is drawn in. */
export function DropdownList({ landmark, message, ...options }: DropdownListProps) {
  const { store, choose } = options.list;
  const content = (
    <>
      {message && <Combobox.Empty>{message}</Combobox.Empty>}
      <DropdownOptions {...options} hidden={message !== null} />
    </>
  );
  return (
    <Combobox
      {...placement}
      store={{ ...store, closeDropdown: leaveOpen }}
      onOptionSubmit={choose}
      keepMounted={false}
      portalProps={landmark ? { target: landmark } : {}}
    >
      <Combobox.DropdownTarget>
        <span className={classes.anchor} />
      </Combobox.DropdownTarget>
      <Combobox.Dropdown>
        {/* Of a dialog it is drawn beside it, which would cut it off, and outside of every landmark. */}
        {landmark ? content : <section aria-label={options.label}>{content}</section>}
      </Combobox.Dropdown>
    </Combobox>
  );
}

type DropdownOptionsProps = Pick<DropdownListProps, 'id' | 'label' | 'list' | 'value'> & { hidden: boolean };

/** The options under the headings of their groups. */
function DropdownOptions({ id, label, list, value, hidden }: DropdownOptionsProps) {
  const { groups, offered } = list;
  const drawn = groups.flatMap(({ options }) => options.map((option) => option.value)).join('\n');
  const selectStart = useEffectEvent(list.selectStart);
  // biome-ignore lint/correctness/useExhaustiveDependencies: options that are drawn anew are what it is for.
  useEffect(
    function selectStartOfOptions() {
      selectStart();
    },
    [drawn],
  );
  const draw = ({ value: own, label: text, hint }: DropdownOption) => (
    <Combobox.Option
      key={own}
      className={classes.option}
      value={own}
      active={own === value}
      aria-selected={own === value}
    >
      <span>
        {text}
        {hint && (
          <Text span className={classes.hint} display="block" size="xs">
            {hint}
          </Text>
        )}
      </span>
      {own === value && <IconCheck size={16} stroke={1.5} aria-hidden className={classes.check} />}
    </Combobox.Option>
  );
  return (
    <Combobox.Options id={id} aria-label={label} mah={dropdownMaxHeight} className={classes.options} hidden={hidden}>
      {groups.map(({ heading, options }) =>
        heading === undefined ? (
          options.map(draw)
        ) : (
          <Combobox.Group key={heading} label={heading}>
            {options.map(draw)}
          </Combobox.Group>
        ),
      )}
      {offered !== null && draw({ value: offered, label: `Use “${offered}”` })}
    </Combobox.Options>
  );
}
