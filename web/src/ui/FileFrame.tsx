import { Button, FileButton, Group, Input, Stack, Text } from '@mantine/core';
import { type DragEvent, type ReactNode, type Ref, useId, useImperativeHandle, useRef, useState } from 'react';
import { fieldError } from './FieldError.tsx';
import classes from './FileField.module.css';
import { fileProblem } from './fileRules.ts';
import { useMissedDrops } from './useMissedDrops.ts';

export interface FileFieldHandle {
  focus: () => void;
  pick: () => void;
}

/** What the fields for a file have in common. */
export interface FileFrameProps {
  label: string;
  description?: ReactNode;
  required?: boolean;
  /** The file name endings that are taken, e.g. `.csv`; capitals do not matter. */
  endings: readonly string[];
  maxBytes: number;
  value: File | null;
  error?: ReactNode;
  /** While the file is being sent. */
  disabled?: boolean;
  /** A file with another ending or a larger one never comes here: it is refused at once, and what was chosen before stays. */
  onChange: (file: File | null) => void;
  'data-path'?: string;
  /** Its `focus` leads to the field's button, its `pick` presses it. */
  ref?: Ref<FileFieldHandle>;
}

interface FrameSlots {
  /** What the button says. */
  action: string;
  /** The buttons say whose they are, where the page has several such fields. */
  named?: boolean;
  /** What is shown of the file; nothing while there is none. `refuse` takes the file away again and says why. */
  children: (refuse: (why: string) => void) => ReactNode;
}

/** A place to pick a file for or to drop it on, with what is wrong with it. */
export function FileFrame(props: FileFrameProps & FrameSlots) {
  const { label, description, required, endings, maxBytes, value, disabled = false, onChange } = props;
  const { action, named = false, children, ref } = props;
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const forget = useRef<() => void>(null);
  const [refusal, setRefusal] = useState<string>();
  const [over, setOver] = useState(false);
  const error = refusal ?? props.error;
  useImperativeHandle(ref, () => ({ focus: () => button.current?.focus(), pick: () => button.current?.click() }), []);
  useMissedDrops();

  const choose = (files: readonly File[]) => {
    // The same file, mended, can be picked again.
    forget.current?.();
    const [file] = files;
    if (!file || disabled) return;
    const problem = files.length > 1 ? 'Choose one file only.' : fileProblem(file, { endings, maxBytes });
    setRefusal(problem);
    if (!problem) onChange(file);
  };
  const remove = () => {
    setRefusal(undefined);
    onChange(null);
    button.current?.focus();
  };
  const refuse = (why: string) => {
    setRefusal(why);
    onChange(null);
  };
  const drag = (event: DragEvent, isOver: boolean) => {
    event.preventDefault();
    setOver(isOver && !disabled);
  };
  const drop = (event: DragEvent) => {
    drag(event, false);
    choose([...event.dataTransfer.files]);
  };
  const describedBy = [description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ');
  const nameOf = (text: string) => (named ? `${label}: ${text}` : undefined);

  return (
    <Input.Wrapper
      id={id}
      role="group"
      aria-labelledby={`${id}-label`}
      label={label}
      labelElement="div"
      description={description}
      required={required}
      error={error && <span role="alert">{fieldError(error)}</span>}
    >
      <Stack
        className={classes.zone}
        data-over={over || undefined}
        data-error={error ? true : undefined}
        p="md"
        my={5}
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={drop}
      >
        <Group gap="md" justify="space-between">
          {children(refuse) || <Text c="dimmed">Drop a file here, or choose one.</Text>}
          <Group gap="xs">
            <FileButton
              accept={endings.join()}
              resetRef={forget}
              disabled={disabled}
              onChange={(file) => choose(file ? [file] : [])}
            >
              {(open) => (
                <Button
                  {...open}
                  ref={button}
                  variant="default"
                  disabled={disabled}
                  data-path={props['data-path']}
                  aria-label={nameOf(action)}
                  aria-describedby={describedBy}
                >
                  {action}
                </Button>
              )}
            </FileButton>
            {value && (
              <Button variant="subtle" color="gray" disabled={disabled} aria-label={nameOf('Remove')} onClick={remove}>
                Remove
              </Button>
            )}
          </Group>
        </Group>
      </Stack>
    </Input.Wrapper>
  );
}
