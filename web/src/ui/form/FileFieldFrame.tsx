import { Button, FileButton, Group, Input, Stack, Text } from '@mantine/core';
import {
  type DragEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { fieldError } from './FieldError.tsx';
import classes from './FileField.module.css';
import { fileProblem } from './fileRules.ts';

export interface FileFieldHandle {
  focus: () => void;
  pick: () => void;
}

/** The props that all file fields share. */
export interface FileFieldFrameProps {
  label: string;
  description?: ReactNode;
  required?: boolean;
  /** Accepted file name endings, e.g. `.csv`; case-insensitive. */
  endings: readonly string[];
  /** A sentence that says how to convert another file to an accepted one. */
  otherFileAdvice?: string;
  maxBytes: number;
  value: File | null;
  error?: ReactNode;
  /** Set while the file is being sent. */
  disabled?: boolean;
  /** Not called for a file with another ending or above the limit: it is rejected, and the previous file stays. */
  onChange: (file: File | null) => void;
  'data-path'?: string;
  ref?: Ref<FileFieldHandle>;
}

interface FrameSlots {
  /** The button's label. */
  action: string;
  /** Puts the field's label into the accessible names of the buttons, for a page with several such fields. */
  named?: boolean;
  /** Content next to the buttons. */
  also?: ReactNode;
  /** Renders the file, or nothing. `refuse` removes the file and shows the reason. */
  children: (refuse: (why: string) => void) => ReactNode;
}

/** The frame of a file field: drop zone, buttons and error. */
export function FileFieldFrame(props: FileFieldFrameProps & FrameSlots) {
  const { label, description, required, endings, otherFileAdvice, maxBytes, value, disabled = false, onChange } = props;
  const { action, named = false, also, children, ref } = props;
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const resetInput = useRef<() => void>(null);
  const [refusal, setRefusal] = useState<string>();
  const [draggedOver, setDraggedOver] = useState(false);
  const error = refusal ?? props.error;
  useImperativeHandle(ref, () => ({ focus: () => button.current?.focus(), pick: () => button.current?.click() }), []);
  useIgnoreStrayDrops();

  const choose = (files: readonly File[]) => {
    // Allows picking a file again after it was corrected.
    resetInput.current?.();
    const [file] = files;
    if (!file || disabled) return;
    const problem =
      files.length > 1 ? 'Choose only one file.' : fileProblem(file, { endings, otherFileAdvice, maxBytes });
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
    setDraggedOver(isOver && !disabled);
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
        data-over={draggedOver || undefined}
        data-error={error ? true : undefined}
        p="md"
        my={5}
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={drop}
      >
        <Group gap="md" justify="space-between">
          {children(refuse) || <Text c="dimmed">Drop a file here or choose one.</Text>}
          <Group gap="xs">
            <FileButton
              accept={endings.join()}
              resetRef={resetInput}
              disabled={disabled}
              onChange={(file) => choose(file ? [file] : [])}
            >
              {(open) => (
                <Button
                  ref={button}
                  variant="default"
                  disabled={disabled}
                  onClick={open.onClick}
                  data-path={props['data-path']}
                  aria-label={nameOf(action)}
                  aria-describedby={describedBy}
                >
                  {action}
                </Button>
              )}
            </FileButton>
            {value && (
              <Button variant="subtle" color="gray" aria-label={nameOf('Remove')} disabled={disabled} onClick={remove}>
                Remove
              </Button>
            )}
            {also}
          </Group>
        </Group>
      </Stack>
    </Input.Wrapper>
  );
}

const ignore = (event: globalThis.DragEvent): void => {
  if (!event.defaultPrevented && event.dataTransfer?.types.includes('Files')) event.preventDefault();
};

/** Ignores files that are dropped outside their field: the browser would open them instead of the page. */
const useIgnoreStrayDrops = (): void => {
  useEffect(function ignoreMissedDrops() {
    window.addEventListener('dragover', ignore);
    window.addEventListener('drop', ignore);
    return () => {
      window.removeEventListener('dragover', ignore);
      window.removeEventListener('drop', ignore);
    };
  }, []);
};
