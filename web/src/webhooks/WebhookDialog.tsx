import { maxLength } from '@console/contract/rules';
import { Checkbox, ScrollArea, Stack } from '@mantine/core';
import { useState } from 'react';
import { toFailure } from '../feedback/failure.ts';
import type { EventType } from '../gql/graphql.ts';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { useRequiredText } from '../ui/form/useRequiredText.tsx';
import { eventTypeLabels } from './eventTypeLabels.ts';
import { isHandledHere } from './handledFailures.ts';

/** The values of the form. */
export interface WebhookValues {
  url: string;
  /** Null: all. */
  types: EventType[] | null;
}

export interface WebhookDialogProps {
  opened: boolean;
  title: string;
  confirmLabel: string;
  initial: WebhookValues;
  busy: boolean;
  onClose: () => void;
  /** The dialog shows the failure. */
  onConfirm: (values: WebhookValues) => Promise<unknown>;
}

const allTypes = Object.keys(eventTypeLabels) as EventType[];

/** Asks for the URL and the event types of a webhook. A new `key` resets it. */
export function WebhookDialog({ opened, title, confirmLabel, initial, busy, onClose, onConfirm }: WebhookDialogProps) {
  const url = useRequiredText({
    label: 'URL',
    description: 'A public https URL, such as https://example.com/console-events',
    maxLength: maxLength.webhookUrl,
    initial: initial.url,
  });
  const [isAll, setIsAll] = useState(initial.types === null);
  const [types, setTypes] = useState<readonly string[]>(initial.types ?? []);
  const [refusal, setRefusal] = useState<string>();
  const confirm = async () => {
    setRefusal(undefined);
    if (!url.isValid()) return;
    if (!isAll && types.length === 0) return setRefusal('Select at least one event, or all events.');
    try {
      await onConfirm({ url: url.text, types: isAll ? null : allTypes.filter((type) => types.includes(type)) });
    } catch (error) {
      const failure = toFailure(error);
      if (isHandledHere(failure)) setRefusal(failure.message);
      if (failure.fields.url) url.refuse(failure.fields.url);
    }
  };
  return (
    <ConfirmDialog
      opened={opened}
      title={title}
      confirmLabel={confirmLabel}
      typed={url.isTyped || types.toSorted().join() !== (initial.types ?? []).toSorted().join()}
      busy={busy}
      error={refusal}
      onCancel={onClose}
      onConfirm={confirm}
    >
      <Stack gap="md">
        {url.field}
        <Checkbox
          label="All events, including types added later"
          checked={isAll}
          onChange={(event) => setIsAll(event.currentTarget.checked)}
        />
        {!isAll && (
          <Checkbox.Group label="Events" value={[...types]} onChange={setTypes}>
            <ScrollArea.Autosize mah={240} mt="xs" type="auto">
              <Stack gap="xs">
                {allTypes.map((type) => (
                  <Checkbox key={type} value={type} label={eventTypeLabels[type]} />
                ))}
              </Stack>
            </ScrollArea.Autosize>
          </Checkbox.Group>
        )}
      </Stack>
    </ConfirmDialog>
  );
}
