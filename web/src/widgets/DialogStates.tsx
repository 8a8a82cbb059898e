import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { WidgetSection } from './WidgetSection.tsx';

const kinds = {
  Confirm: {},
  'Confirm with password': { password: true },
  'Confirm, refused': { error: 'A responder cannot be deactivated.' },
  'Confirm with password, refused': { password: true, error: 'The password is wrong.' },
  'Confirm, busy': { busy: true },
} as const;

type Kind = keyof typeof kinds;
const names = Object.keys(kinds) as Kind[];
const busyMs = 1_500;

export function DialogStates() {
  return (
    <WidgetSection title="Dialogs" columns={1}>
      <Group>
        {names.map((kind) => (
          <DialogButton key={kind} kind={kind} />
        ))}
      </Group>
    </WidgetSection>
  );
}

/** A refused action fails at the first press and succeeds at the second. */
function DialogButton({ kind }: { kind: Kind }) {
  const { error, ...state }: { password?: boolean; error?: string; busy?: boolean } = kinds[kind];
  const [opened, setOpened] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string>();
  const close = () => {
    setOpened(false);
    setRefused(undefined);
  };
  const confirm = async () => {
    setBusy(true);
    await new Promise((done) => setTimeout(done, busyMs));
    setBusy(false);
    if (error && !refused) setRefused(error);
    else close();
  };
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        {kind}
      </Button>
      <ConfirmDialog
        opened={opened}
        title="Deactivate Jane Doe?"
        confirmLabel="Deactivate"
        danger
        busy={busy}
        error={refused}
        onCancel={close}
        onConfirm={confirm}
        {...state}
      >
        Jane Doe can no longer sign in. Nothing of hers is deleted.
      </ConfirmDialog>
    </>
  );
}
