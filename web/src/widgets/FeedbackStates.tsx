import { Button, Group } from '@mantine/core';
import { failureFromErrors } from '../feedback/failure.ts';
import { reportFailure, showSuccess } from '../feedback/toasts.tsx';
import { WidgetSection } from './WidgetSection.tsx';

const lines = 'Email is taken\nMobile is <b>wrong</b>';

export function FeedbackStates() {
  return (
    <WidgetSection title="Alerts and toasts" columns={1}>
      <Group>
        <Button variant="default" onClick={() => showSuccess('User updated')}>
          Alert
        </Button>
        <Button variant="default" onClick={() => showSuccess('This alert stays', { autoClose: false })}>
          Alert that stays
        </Button>
        <Button variant="default" onClick={() => reportFailure(failureFromErrors([]))}>
          Toast
        </Button>
        <Button
          variant="default"
          onClick={() =>
            reportFailure(failureFromErrors([{ message: lines, extensions: { requestId: 'request-42' } }]))
          }
        >
          Toast with lines and a request
        </Button>
      </Group>
    </WidgetSection>
  );
}
