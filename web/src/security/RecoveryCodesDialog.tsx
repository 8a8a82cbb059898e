import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { CopyButton } from '../feedback/CopyButton.tsx';
import { saveFile } from '../feedback/saveFile.ts';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { DialogDescription } from '../ui/dialog/DialogDescription.tsx';
import { NoticeDialog } from '../ui/dialog/NoticeDialog.tsx';

export interface RecoveryCodesDialogProps {
  opened: boolean;
  /** Null if an earlier press created them and the response was lost. */
  codes: readonly string[] | null;
  onClose: () => void;
}

/** Shows recovery codes once. Neither Escape nor a click outside closes it, because they cannot be shown again. */
export function RecoveryCodesDialog({ opened, codes, onClose }: RecoveryCodesDialogProps) {
  if (opened && codes === null)
    return (
      <NoticeDialog title="The recovery codes cannot be shown" opened={opened} onClose={onClose}>
        The codes were created, but the response was lost. Recovery codes are shown only once. Create new ones.
      </NoticeDialog>
    );
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title="Store your recovery codes"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      {codes && <RecoveryCodes codes={codes} onClose={onClose} />}
    </Dialog>
  );
}

function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const list = useRef<HTMLDivElement>(null);
  const [stored, setStored] = useState(false);
  const text = `${codes.join('\n')}\n`;
  return (
    <Stack gap="md">
      <DialogDescription>
        <Alert color="yellow">
          These codes are shown only once. If you lose your app, each code lets you sign in once. Keep them where you
          can find them without your phone.
        </Alert>
      </DialogDescription>
      <Stack ref={list} gap={4} component="ul" p={0} m={0} aria-label="Recovery codes">
        {codes.map((code) => (
          <Text
            key={code}
            translate="no"
            component="li"
            size="sm"
            ff="monospace"
            ta="center"
            style={{ listStyle: 'none' }}
          >
            {code}
          </Text>
        ))}
      </Stack>
      <Group gap="sm">
        <CopyButton data-autofocus variant="default" text={text} shown={list} />
        <Button
          variant="default"
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt')}
        >
          Download
        </Button>
      </Group>
      <Checkbox
        label="I have stored these codes"
        checked={stored}
        onChange={(event) => setStored(event.currentTarget.checked)}
      />
      <Group justify="flex-end">
        <Button disabled={!stored} onClick={onClose}>
          Done
        </Button>
      </Group>
    </Stack>
  );
}
