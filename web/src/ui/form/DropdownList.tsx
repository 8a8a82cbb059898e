import { Combobox, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import classes from './Dropdown.module.css';
import type { DropdownOption } from './dropdownOptions.ts';
import type { DropdownModel } from './useDropdown.ts';

export interface DropdownListProps {
  id: string;
  label: string;
  /** The landmark that the list is rendered in. */
  landmark: HTMLElement | null;
  list: Pick<
    DropdownModel,
    'store' | 'opened' | 'choose' | 'groups' | 'offered' | 'offeredLast' | 'start' | 'selectStart'
  >;
  value: string | null;
  /** Shown instead of the options. */
  message: string | null;
  /** Width of the options instead of the field. */
  width?: 'max-content';
}

/** Share of the viewport's height (SPEC 9). */
const dropdownMaxHeight = '40vh';

// The list must open neither behind the top bar nor over the buttons of a form. A growing list may have to move to the other side of its field.
const placement = {
  middlewares: { flip: { padding: { top: 64, bottom: 64 } } },
  preventPositionChangeWhenVisible: false,
};

// The field itself closes its list on blur; for Mantine a press on the field's buttons is outside.
const leaveOpen = () => {};

/** The list of a dropdown. */
export function DropdownList({ landmark, message, width, ...options }: DropdownListProps) {
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
      {...(width && { width, position: 'bottom-start' })}
      portalProps={landmark ? { target: landmark } : {}}
    >
      <Combobox.DropdownTarget>
        <span ref={coverLabel} className={classes.anchor} />
      </Combobox.DropdownTarget>
      <Combobox.Dropdown>
        {/* In a dialog the list is rendered outside of it, so that it is not clipped, and needs a landmark of its own. */}
        {landmark ? content : <section aria-label={options.label}>{content}</section>}
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** Moves a list that opens upwards above the label of its field. */
const coverLabel = (anchor: HTMLElement | null) => {
  const field = anchor?.parentElement;
  const labelled = field?.closest('.mantine-InputWrapper-root');
  if (!anchor || !field || !labelled) return;
  anchor.style.top = `${labelled.getBoundingClientRect().top - field.getBoundingClientRect().top}px`;
};

const OptionLine = ({ id, text }: { id?: string; text: string }) => (
  <Text span id={id} className={classes.hint} display="block" size="xs">
    {text}
  </Text>
);

type DropdownOptionsProps = Pick<DropdownListProps, 'id' | 'label' | 'list' | 'value'> & { hidden: boolean };

/** The options under the headings of their groups. */
function DropdownOptions({ id, label, list, value, hidden }: DropdownOptionsProps) {
  const { groups, offered, offeredLast, start } = list;
  const rendered = groups.flatMap(({ options }) => options.map((option) => option.value)).join('\n');
  const selectStart = useEffectEvent(list.selectStart);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs for newly rendered options, and for another first one.
  useEffect(
    function selectStartOfOptions() {
      // The list is not positioned yet, so Mantine would scroll the page.
      const { scrollX, scrollY } = window;
      selectStart();
      window.scrollTo(scrollX, scrollY);
    },
    [rendered, start],
  );
  const renderOption = ({ value: own, label: text, hint, description, mark }: DropdownOption) => (
    <Combobox.Option
      key={own}
      className={classes.option}
      value={own}
      active={own === value}
      aria-selected={own === value}
      {...(description && { 'aria-label': text, 'aria-describedby': `${id}-${own}-about` })}
    >
      {mark}
      <span className={classes.text}>
        {text}
        {hint && <OptionLine text={hint} />}
        {description && <OptionLine id={`${id}-${own}-about`} text={description} />}
      </span>
      {own === value && <IconCheck size={16} stroke={1.5} aria-hidden className={classes.check} />}
    </Combobox.Option>
  );
  const ownText = offered !== null && renderOption({ value: offered, label: `Use “${offered}”` });
  return (
    <Combobox.Options id={id} aria-label={label} mah={dropdownMaxHeight} className={classes.options} hidden={hidden}>
      {!offeredLast && ownText}
      {groups.map(({ heading, options }) =>
        heading === undefined ? (
          options.map(renderOption)
        ) : (
          <Combobox.Group key={heading} label={heading}>
            {options.map(renderOption)}
          </Combobox.Group>
        ),
      )}
      {offeredLast && ownText}
    </Combobox.Options>
  );
}
