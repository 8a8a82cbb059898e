import { texts } from '@console/contract/rules';
import { Button, FileButton, Group, Image, Input, Stack, Text } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { fieldError } from './FieldError.tsx';
import classes from './FileField.module.css';
import { fileProblem, formatSize } from './fileRules.ts';
import { useMissedDrops } from './useMissedDrops.ts';

interface ImageFieldProps {
  label: string;
  description?: ReactNode;
  required?: boolean;
  /** The file name endings that are taken, e.g. `.png`; capitals do not matter. */
  endings: readonly string[];
  maxBytes: number;
  value: File | null;
  /** What is kept unless another file is chosen. */
  current?: { name: string; url: string } | null;
  error?: ReactNode;
  disabled?: boolean;
  /** A file that cannot be used never stays here: it is refused at once, and what was chosen before stays. */
  onChange: (file: File | null) => void;
  'data-path'?: string;
}

const unreadable = 'cannot be shown as an image: choose another file.';

/** One image, picked or dropped, with what it looks like. */
export function ImageField(props: ImageFieldProps) {
  const { label, description, required, endings, maxBytes, value, current, disabled = false, onChange } = props;
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const forget = useRef<() => void>(null);
  const [refusal, setRefusal] = useState<string>();
  const [over, setOver] = useState(false);
  const preview = usePreview(value);
  const error = refusal ?? props.error;
  const shown = value ?? current;
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
  const refuseUnreadable = () => {
    if (!value) return;
    setRefusal(`“${value.name}” ${unreadable}`);
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
  const action = shown ? 'Replace' : texts.users.chooseFile;

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
          {shown ? (
            <Group gap="sm" flex="1 1 200px" miw={0} wrap="nowrap">
              <Shown address={value ? preview : (current?.url ?? null)} onError={refuseUnreadable} />
              <Stack gap={0} miw={0}>
                <Text className={classes.name}>{shown.name}</Text>
                <Text c="dimmed">{value ? formatSize(value.size) : 'Kept unless replaced'}</Text>
              </Stack>
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
                  data-path={props['data-path']}
                  aria-label={`${label}: ${action}`}
                  aria-describedby={[description && `${id}-description`, error && `${id}-error`]
                    .filter(Boolean)
                    .join(' ')}
                >
                  {action}
                </Button>
              )}
            </FileButton>
            {value && (
              <Button
                variant="subtle"
                color="gray"
                disabled={disabled}
                aria-label={`${label}: Remove`}
                onClick={remove}
              >
                Remove
              </Button>
            )}
          </Group>
        </Group>
      </Stack>
    </Input.Wrapper>
  );
}

function Shown({ address, onError }: { address: string | null; onError: () => void }) {
  const [failed, setFailed] = useState<string | null>(null);
  if (address === null || failed === address)
    return (
      <Group w={40} h={40} justify="center" flex="none">
        <IconPhoto size={20} stroke={1.5} aria-hidden />
      </Group>
    );
  const fail = () => {
    setFailed(address);
    onError();
  };
  return <Image src={address} alt="" h={40} w="auto" maw={120} flex="none" fit="contain" radius={0} onError={fail} />;
}

/** The file as an address; the console's pages show images of their own origin and `data:` only. */
const usePreview = (file: File | null): string | null => {
  const [read, setRead] = useState<{ file: File; address: string } | null>(null);
  useEffect(
    function readFile() {
      if (!file) return;
      const reader = new FileReader();
      reader.onload = () => setRead({ file, address: String(reader.result) });
      reader.readAsDataURL(file);
      return () => {
        reader.onload = null;
        if (reader.readyState === FileReader.LOADING) reader.abort();
      };
    },
    [file],
  );
  return read?.file === file ? (read?.address ?? null) : null;
};
