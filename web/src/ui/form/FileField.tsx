import { Group, Text } from '@mantine/core';
import { IconFile } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './FileField.module.css';
import { FileFieldFrame, type FileFieldFrameProps } from './FileFieldFrame.tsx';
import { formatSize } from './fileRules.ts';

interface FileFieldProps extends FileFieldFrameProps {
  /** The button's label while there is no file. */
  chooseLabel: string;
  /** Content next to the button. */
  children?: ReactNode;
}

/** One file, picked or dropped. */
export function FileField({ chooseLabel, children, ...frame }: FileFieldProps) {
  const { value } = frame;
  return (
    <FileFieldFrame {...frame} action={value ? 'Replace' : chooseLabel} also={children}>
      {() =>
        value && (
          <Group gap="xs" flex="1 1 200px" miw={0} wrap="nowrap">
            <IconFile size={20} stroke={1.5} aria-hidden />
            <Text className={classes.name}>{value.name}</Text>
            <Text c="dimmed" flex="none">
              {formatSize(value.size)}
            </Text>
          </Group>
        )
      }
    </FileFieldFrame>
  );
}
