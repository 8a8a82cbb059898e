import { texts } from '@console/contract/rules';
import { ActionIcon, InputBase, VisuallyHidden } from '@mantine/core';
import { useId } from '@mantine/hooks';
import { IconChevronDown, IconX } from '@tabler/icons-react';
import { type FocusEvent, type MouseEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import { lazyPart } from '../../feedback/lazyPart.tsx';
import classes from './Dropdown.module.css';
import type { DropdownListProps } from './DropdownList.tsx';
import type { DropdownOption } from './dropdownOptions.ts';
import { fieldError } from './FieldError.tsx';
import { FieldLabel } from './FieldLabel.tsx';
import { type DropdownModel, useDropdown } from './useDropdown.ts';

interface DropdownControlsProps {
  label: string;
  input: RefObject<HTMLInputElement | null>;
  list: DropdownModel;
  filled: boolean;
}

const words = texts.dropdown;
// Keeps the focus in the field: otherwise the list would close under the pointer.
const keepFocus = (event: MouseEvent) => event.preventDefault();

/** Buttons for the pointer only: the field itself handles the keys, so each field is one Tab stop. */
function DropdownControls({ input, label, list, filled }: DropdownControlsProps) {
  const clear = () => {
    list.choose(null);
    input.current?.focus();
  };
  const toggle = () => {
    if (list.opened) return list.store.closeDropdown();
    input.current?.focus();
    list.open();
  };
  return (
    <div className={classes.controls}>
      {filled && (
        <ActionIcon
          className={classes.control}
          tabIndex={-1}
          aria-label={words.clear}
          aria-description={label}
          onMouseDown={keepFocus}
          onClick={clear}
        >
          <IconX size={16} stroke={1.5} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon
        className={classes.control}
        tabIndex={-1}
        aria-label={list.opened ? words.close : words.open}
        aria-description={label}
        onMouseDown={keepFocus}
        onClick={toggle}
      >
        <IconChevronDown size={16} stroke={1.5} aria-hidden />
      </ActionIcon>
    </div>
  );
}

// The code that positions the list is larger than the rest of a form.
const DropdownList = lazyPart<DropdownListProps>(async () => (await import('./DropdownList.tsx')).DropdownList, {
  loadOn: 'paint',
  isNeeded: ({ list }) => list.opened,
});

interface DropdownProps {
  label: string;
  data: readonly DropdownOption[];
  value?: string | null;
  /** Whether the value is only proposed, so that choosing it counts as a change. */
  proposed?: boolean;
  onChange: (value: string | null) => void;
  loading?: boolean;
  /** The options could not be loaded. */
  failed?: boolean;
  /** Typed text that names no option becomes the value. */
  freeText?: boolean;
  /** Which typed texts are offered as an option, after the others. By default each, before the others. */
  offersText?: (text: string) => boolean;
  /** The server finds the options: called with the typed text, '' once it is empty. */
  onSearch?: (text: string) => void;
  /** Normalises a value that can be typed in several ways. */
  readTyped?: (text: string) => string;
  /** A filter: the label is inside the empty field instead of above it. */
  compact?: boolean;
  required?: boolean;
  readOnly?: boolean;
  description?: ReactNode;
  error?: ReactNode;
  onFocus?: (event: FocusEvent<HTMLInputElement>) => void;
  onBlur?: (event: FocusEvent<HTMLInputElement>) => void;
  'data-path'?: string;
}

/** A combobox. Its list opens as soon as the user enters the field. */
export function Dropdown(props: DropdownProps) {
  const { label, data, value = null, onChange, loading = false, failed = false, freeText = false } = props;
  const { compact = false, required = false, readOnly = false, description } = props;
  const { error, onFocus, onBlur, onSearch, readTyped } = props;
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  // The list is in the landmark of its field, for navigation by landmarks.
  const [landmark, setLandmark] = useState<HTMLElement | null>(null);
  const list = useDropdown({
    input,
    data,
    value,
    proposed: props.proposed === true,
    onChange,
    freeText,
    offersText: props.offersText,
    readOnly,
    onSearch,
    readTyped,
    narrowed: onSearch !== undefined && !loading,
    searching: onSearch !== undefined && loading,
  });
  const matched = data.length > 0 || (onSearch !== undefined && list.typed !== '' && !failed);
  const isLoading = loading && (onSearch !== undefined || data.length === 0);
  const message = list.count > 0 ? null : emptyMessage(matched, isLoading, failed);
  return (
    <>
      <InputBase
        ref={input}
        role="combobox"
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-expanded={list.opened}
        aria-controls={list.opened ? id : undefined}
        aria-activedescendant={list.activeId ?? undefined}
        // Escape closes the list and brings the value back first, and only then closes the dialog around it.
        data-mantine-stop-propagation={list.opened || list.unknown || undefined}
        data-path={props['data-path']}
        autoComplete="off"
        label={compact ? undefined : <FieldLabel label={label} optional={!required && !readOnly} />}
        aria-label={compact ? label : undefined}
        placeholder={compact ? label : undefined}
        description={description}
        required={required}
        readOnly={readOnly}
        variant={readOnly ? 'filled' : 'default'}
        error={fieldError(list.refused ? notOfList : error)}
        value={list.text}
        rightSection={
          readOnly ? null : <DropdownControls input={input} label={label} list={list} filled={list.text !== ''} />
        }
        rightSectionPointerEvents="all"
        rightSectionWidth="var(--dropdown-controls)"
        inputContainer={(input) => (
          <div className={classes.field}>
            {input}
            <DropdownList id={id} label={label} landmark={landmark} list={list} value={value} message={message} />
          </div>
        )}
        onChange={(event) => list.type(event.currentTarget.value)}
        onKeyDown={list.onKeyDown}
        onKeyUp={list.onKeyUp}
        onClick={(event) => list.onClick(event.currentTarget)}
        onFocus={(event) => {
          setLandmark(event.currentTarget.closest('main'));
          list.onFocus(event.currentTarget);
          onFocus?.(event);
        }}
        onBlur={(event) => {
          list.onBlur(event.currentTarget);
          onBlur?.(event);
        }}
      />
      <VisuallyHidden role="status">{statusOf(list, message)}</VisuallyHidden>
    </>
  );
}

const notOfList = 'Choose an option from the list';

const statusOf = ({ opened, count, refused }: DropdownModel, message: string | null): string => {
  if (opened) return message ?? `${count} ${count === 1 ? 'option' : 'options'}`;
  return refused ? notOfList : '';
};

const emptyMessage = (any: boolean, loading: boolean, failed: boolean): string => {
  if (loading) return texts.dropdown.loading;
  if (any) return texts.dropdown.noMatch;
  return failed ? 'The options could not be loaded' : texts.dropdown.noOptions;
};
