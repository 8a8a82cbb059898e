import { Alert, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { formatMoment } from '../ui/values/format.ts';

interface WizardDraftNoticeProps {
  /** The time of the draft; null for input that was typed since the page was opened. */
  at: Date | null;
  notice: string;
  onStartOver: () => void;
}

/** Says that the wizard was filled from a draft, and offers an empty one. */
export function WizardDraftNotice({ at, notice, onStartOver }: WizardDraftNoticeProps) {
  const [asked, setAsked] = useState(false);
  return (
    <Alert color="gray" role="status">
      <Group justify="space-between" gap="sm">
        <div>
          {at && (
            <Text fw={600}>
              Draft from <time dateTime={at.toISOString()}>{formatMoment(at)}</time>
            </Text>
          )}
          <Text>{notice}</Text>
        </div>
        <Button variant="default" onClick={() => setAsked(true)}>
          Start over
        </Button>
      </Group>
      <ConfirmDialog
        opened={asked}
        title="Start over?"
        confirmLabel="Start over"
        danger
        onCancel={() => setAsked(false)}
        onConfirm={onStartOver}
      >
        <Text>Everything you entered here will be lost. Anything already created stays.</Text>
      </ConfirmDialog>
    </Alert>
  );
}
