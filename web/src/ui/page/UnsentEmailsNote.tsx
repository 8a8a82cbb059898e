import { Alert, Anchor, Text } from '@mantine/core';
import { type UnsentEmails, useUnsentEmails } from '../../apollo/useUnsentEmails.ts';
import { countOf, formatMoment } from '../values/format.ts';

/** Says that emails are not sent, at a place that mentions an email. */
export function UnsentEmailsNote() {
  const unsent = useUnsentEmails();
  return (
    unsent && (
      <Alert color="yellow" role="note">
        <UnsentEmailsText unsent={unsent} />
      </Alert>
    )
  );
}

/** Which emails are not sent, and why. */
export function UnsentEmailsText({ unsent }: { unsent: UnsentEmails }) {
  const { sending, outboxUrl, count, since, failure } = unsent;
  const emails = countOf(count, 'email');
  const details = outboxUrl
    ? ['Share invitation links yourself, or read the emails in the outbox: ']
    : [
        !sending && 'Share invitation links yourself, and keep passcodes off.',
        !sending && count > 0 && `${emails} ${count === 1 ? 'is' : 'are'} queued.`,
        since && `${count === 1 ? 'It' : 'The oldest'} is from ${formatMoment(new Date(since))}.`,
        failure && `Last response from the mail server: ${failure}`,
      ];
  return (
    <Text style={{ overflowWrap: 'anywhere' }}>
      <strong>{sending ? `${emails} could not be sent.` : 'Email is not set up, so no emails are sent.'}</strong>{' '}
      {details.filter(Boolean).join(' ')}
      {outboxUrl && (
        <Anchor href={outboxUrl} target="_blank" rel="noreferrer" c="inherit" underline="always" inherit>
          {outboxUrl}
        </Anchor>
      )}
    </Text>
  );
}
