import { Button, FileButton, Group, Input, Stack, Text } from '@mantine/core';
import { IconFile } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, type Ref, useId, useImperativeHandle, useRef, useState } from 'react';
import { fieldError } from './FieldError.tsx';
import classes from './FileField.module.css';
import { fileProblem, formatSize } from './fileRules.ts';
import { useMissedDrops } from './useMissedDrops.ts';

interface FileFieldProps {
  label: string;
  description?: ReactNode;
  required?: boolean;
  /** What the button says while there is no file. */
  chooseLabel: string;
  /** The file name endings that are taken, e.g. `.csv`; capitals do not matter. */
  endings: readonly string[];
  maxBytes: number;
  value: File | null;
  error?: ReactNode;
  /** While the file is being sent. */
  disabled?: boolean;
  /** A file with another ending or a larger one never comes here: it is refused at once, and what was chosen before stays. */
  onChange: (file: File | null) => void;
  /** Its `focus` leads to the field's button. */
  ref?: Ref<{ focus: () => void }>;
}

/** One file, picked or dropped. */
export function FileField(props: FileFieldProps) {
  const {
    label,
    description,
    required,
    chooseLabel,
    endings,
    maxBytes,
    value,
    disabled = false,
    onChange,
    ref,
  } = props;
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const forget = useRef<() => void>(null);
  const [refusal, setRefusal] = useState<string>();
  const [over, setOver] = useState(false);
  const error = refusal ?? props.error;
  useImperativeHandle(ref, () => ({ focus: () => button.current?.focus() }), []);
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
  const drag = (event: DragEvent, isOver: boolean) => {
    event.preventDefault();
    setOver(isOver && !disabled);
  };
  const drop = (event: DragEvent) => {
    drag(event, false);
    choose([...event.dataTransfer.files]);
  };

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
          {value ? (
            <Group gap="xs" flex="1 1 200px" miw={0} wrap="nowrap">
              <IconFile size={20} stroke={1.5} aria-hidden />
              <Text className={classes.name}>{value.name}</Text>
              <Text c="dimmed" flex="none">
                {formatSize(value.size)}
              </Text>
            </Group>
          ) : (
            <Text c="dimmed">Drop a file here, or choose one.</Text>
          )}
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
                  aria-describedby={[description && `${id}-description`, error && `${id}-error`]
                    .filter(Boolean)
                    .join(' ')}
                >
                  {value ? 'Replace' : chooseLabel}
                </Button>
              )}
            </FileButton>
            {value && (
              <Button variant="subtle" color="gray" disabled={disabled} onClick={remove}>
                Remove
              </Button>
            )}
          </Group>
        </Group>
      </Stack>
    </Input.Wrapper>
  );
}
