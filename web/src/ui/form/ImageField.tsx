import { texts } from '@console/contract/rules';
import { Group, Image, Stack, Text } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './FileField.module.css';
import { FileFieldFrame, type FileFieldFrameProps } from './FileFieldFrame.tsx';
import { formatSize } from './fileRules.ts';
import { useImagePreview } from './useImagePreview.ts';

interface ImageFieldProps extends FileFieldFrameProps {
  /** The saved image, which stays unless another file is selected. */
  current?: { name: string; url: string } | null;
}

const unreadable = 'cannot be shown as an image. Choose another file.';

/** One image, picked or dropped, with a preview. A file that cannot be displayed is rejected. */
export function ImageField({ current, ...frame }: ImageFieldProps) {
  const { value } = frame;
  const preview = useImagePreview(value);
  const displayed = value ?? current;
  return (
    <FileFieldFrame {...frame} named action={displayed ? 'Replace' : texts.users.chooseFile}>
      {(refuse) =>
        displayed && (
          <Group gap="sm" flex="1 1 200px" miw={0} wrap="nowrap">
            <Preview
              address={value ? preview : (current?.url ?? null)}
              onError={() => value && refuse(`“${value.name}” ${unreadable}`)}
            />
            <Stack gap={0} miw={0}>
              <Text className={classes.name}>{displayed.name}</Text>
              <Text c="dimmed">{value ? formatSize(value.size) : 'Current image'}</Text>
            </Stack>
          </Group>
        )
      }
    </FileFieldFrame>
  );
}

function Preview({ address, onError }: { address: string | null; onError: () => void }) {
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
