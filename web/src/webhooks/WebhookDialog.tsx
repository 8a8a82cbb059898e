import { maxLength, texts } from '@console/contract/rules';
import { Checkbox, ScrollArea, Stack } from '@mantine/core';
import { useRef, useState } from 'react';
import { toFailure } from '../feedback/failure.ts';
import type { EventType } from '../gql/graphql.ts';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { TextField } from '../ui/form/TextField.tsx';
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
  /** Its failure is shown here. */
  onConfirm: (values: WebhookValues) => Promise<unknown>;
}

const allTypes = Object.keys(eventTypeLabels) as EventType[];

/** Asks for the URL and the event types of a webhook. A new `key` resets it. */
export function WebhookDialog({ opened, title, confirmLabel, initial, busy, onClose, onConfirm }: WebhookDialogProps) {
  const field = useRef<HTMLInputElement>(null);
  const [url, setUrl] = useState(initial.url);
  const [isAll, setIsAll] = useState(initial.types === null);
  const [types, setTypes] = useState<readonly string[]>(initial.types ?? []);
  const [urlError, setUrlError] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const showUrlError = (message: string) => {
    setUrlError(message);
    field.current?.focus();
  };
  const confirm = async () => {
    setRefusal(undefined);
    if (url.trim() === '') return showUrlError(texts.field.required);
    if (!isAll && types.length === 0) return setRefusal('Select at least one event, or all events.');
    try {
      await onConfirm({ url: url.trim(), types: isAll ? null : allTypes.filter((type) => types.includes(type)) });
    } catch (error) {
      const failure = toFailure(error);
      if (isHandledHere(failure)) setRefusal(failure.message);
      if (failure.fields.url) showUrlError(failure.fields.url);
    }
  };
  return (
    <ConfirmDialog
      opened={opened}
      title={title}
      confirmLabel={confirmLabel}
      typed={url !== initial.url || types.toSorted().join() !== (initial.types ?? []).toSorted().join()}
      busy={busy}
      error={refusal}
      onCancel={onClose}
      onConfirm={confirm}
    >
      <Stack gap="md">
        <TextField
          ref={field}
          label="URL"
          description="A public https URL, such as https://example.com/console-events"
          required
          autoComplete="off"
          maxLength={maxLength.webhookUrl}
          value={url}
          error={urlError}
          onChange={(event) => {
            setUrl(event.currentTarget.value);
            setUrlError(undefined);
          }}
        />
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
