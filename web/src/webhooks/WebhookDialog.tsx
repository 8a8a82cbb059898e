import { maxLength } from '@console/contract/rules';
import { Checkbox, ScrollArea, Stack } from '@mantine/core';
import { useState } from 'react';
import { toFailure } from '../feedback/failure.ts';
import type { EventType } from '../gql/graphql.ts';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { dialogMessage } from '../ui/dialog/useConfirmedMutation.ts';
import { useRequiredText } from '../ui/form/useRequiredText.tsx';
import { eventTypeLabels } from './eventTypeLabels.ts';

/** The values of the form. */
export interface WebhookValues {
  url: string;
  /** Null: all. */
  types: EventType[] | null;
}

/** What is sent: the values, with the password if they have changed. */
export type ConfirmedWebhook = WebhookValues & { currentPassword?: string | undefined };

export interface WebhookDialogProps {
  opened: boolean;
  title: string;
  confirmLabel: string;
  initial: WebhookValues;
  busy: boolean;
  onClose: () => void;
  /** The dialog shows the failure. */
  onConfirm: (values: ConfirmedWebhook) => Promise<unknown>;
}

const joined = (types: readonly string[] | null) => types?.toSorted().join();

const allTypes = Object.keys(eventTypeLabels) as EventType[];

/** Asks for the URL and the event types of a webhook, and for the password if they change. A new `key` resets it. */
export function WebhookDialog({ opened, title, confirmLabel, initial, busy, onClose, onConfirm }: WebhookDialogProps) {
  const url = useRequiredText({
    label: 'URL',
    description: 'A public https URL, such as https://example.com/console-events',
    maxLength: maxLength.webhookUrl,
    initial: initial.url,
  });
  const [isAll, setIsAll] = useState(initial.types === null);
  const [types, setTypes] = useState<readonly string[]>(initial.types ?? []);
  const [isMissing, setMissing] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const chosen = isAll ? null : allTypes.filter((type) => types.includes(type));
  const isChanged = url.isTyped || joined(chosen) !== joined(initial.types);
  const validate = () => {
    setRefusal(undefined);
    setMissing(chosen?.length === 0);
    return url.isValid() && chosen?.length !== 0;
  };
  const confirm = async (currentPassword?: string) => {
    if (!validate()) return;
    try {
      await onConfirm({ url: url.text, types: chosen, currentPassword });
    } catch (error) {
      const failure = toFailure(error);
      setRefusal(failure.has('CONFLICT') ? failure.message : dialogMessage(failure, currentPassword));
      if (failure.fields.url) url.refuse(failure.fields.url);
    }
  };
  return (
    <ConfirmDialog
      opened={opened}
      title={title}
      confirmLabel={confirmLabel}
      typed={isChanged}
      password={isChanged || initial.url === ''}
      validate={validate}
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
          <Checkbox.Group
            label="Events"
            value={[...types]}
            error={isMissing && chosen?.length === 0 && 'Select at least one event, or all events.'}
            onChange={setTypes}
          >
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
