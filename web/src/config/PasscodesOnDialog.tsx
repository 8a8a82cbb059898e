import { otpLength } from '@console/contract/rules';
import { Anchor, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { useUnsentEmails } from '../apollo/useUnsentEmails.ts';
import { toFailure } from '../feedback/failure.ts';
import { graphql } from '../gql/gql.ts';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { FocusableButton } from '../ui/layout/FocusableButton.tsx';
import { formatCount } from '../ui/values/format.ts';
import { formatSeconds, useCountdown } from '../ui/values/useCountdown.ts';

const sendDocument = graphql(`
  mutation PasscodesOnDialog_Send($input: SendConfigPasscodeInput!) { sendConfigPasscode(input: $input) { email resendIn } }
`);

export interface PasscodesOnDialogProps {
  opened: boolean;
  organisationId: string;
  /** The number of users who will need a passcode; null: unknown. */
  people: number | null;
  /** Whether the viewer must enter a passcode that is emailed to them. */
  needsPasscode: boolean;
  /** The reason why the passcode was rejected. */
  refused: string | undefined;
  busy: boolean;
  onClose: () => void;
  onConfirm: (passcode?: string) => unknown;
}

/** Asks before passcodes are turned on, and for a passcode that proves that emails arrive. */
export function PasscodesOnDialog(props: PasscodesOnDialogProps) {
  const { opened, people, needsPasscode, busy, onClose, onConfirm } = props;
  const [passcode, setPasscode] = useState('');
  const [missing, setMissing] = useState(false);
  if (!opened && passcode) setPasscode('');
  const whom = people === null ? '' : ` for ${formatCount(people)} ${people === 1 ? 'user' : 'users'}`;
  const confirm = () => {
    if (!needsPasscode) return onConfirm();
    setMissing(passcode.trim() === '');
    return passcode.trim() === '' ? undefined : onConfirm(passcode.trim());
  };
  return (
    <ConfirmDialog
      opened={opened}
      title={`Turn on passcodes${whom}?`}
      confirmLabel="Turn on"
      typed={passcode !== ''}
      busy={busy}
      onCancel={onClose}
      onConfirm={confirm}
    >
      <Stack gap="md">
        <Text>
          From their next sign-in, every user in this organisation must enter a passcode sent by email. Anyone who does
          not receive it is locked out. Current sessions continue. You can turn passcodes off later.
        </Text>
        {needsPasscode && opened && (
          <MailedPasscode
            {...props}
            refused={missing && passcode.trim() === '' ? 'required' : props.refused}
            passcode={passcode}
            onChange={setPasscode}
          />
        )}
      </Stack>
    </ConfirmDialog>
  );
}

/** Where to find the passcode: in an email that is queued, or in the outbox. */
const sentText = (email: string, unsent: ReturnType<typeof useUnsentEmails>): string => {
  if (unsent?.sending !== false) return `An email to ${email} is queued`;
  return unsent.outboxUrl
    ? `The email is in the outbox: ${unsent.outboxUrl}`
    : 'The email cannot be sent until a mail server is set up. Keep passcodes off.';
};

interface MailedPasscodeProps extends Pick<PasscodesOnDialogProps, 'organisationId' | 'refused'> {
  passcode: string;
  onChange: (passcode: string) => void;
}

/** Sends a passcode when it is first rendered, and takes it. */
function MailedPasscode({ organisationId, refused, passcode, onChange }: MailedPasscodeProps) {
  const { mutate, busy } = useMutationAction(sendDocument, {
    saves: false,
    handles: (failure) => failure.has('RATE_LIMITED'),
  });
  const { secondsLeft, startCountdown } = useCountdown();
  const unsentEmails = useUnsentEmails();
  const [state, setState] = useState('Sending you a passcode…');
  const input = useRef<HTMLInputElement>(null);
  const send = async () => {
    try {
      const sent = (await mutate({ input: { organisationId } }))?.sendConfigPasscode;
      if (!sent) return;
      setState(sentText(sent.email, unsentEmails));
      startCountdown(sent.resendIn);
    } catch (error) {
      const { retryAfter } = toFailure(error);
      setState(retryAfter ? 'A passcode was already sent' : 'The passcode could not be sent. Keep passcodes off.');
      startCountdown(retryAfter ?? 0);
    }
    input.current?.focus();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens.
  useEffect(function mailFirstPasscode() {
    void send();
  }, []);
  useEffect(
    function focusRefusedPasscode() {
      if (refused) input.current?.focus();
    },
    [refused],
  );
  return (
    <Stack gap="xs">
      <TextField
        ref={input}
        label="Passcode"
        required
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        w={180}
        description={`The ${otpLength}-character passcode in the email`}
        value={passcode}
        error={refused}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Text size="sm" c="dimmed" role="status" style={{ overflowWrap: 'anywhere' }}>
        {state}
      </Text>
      {secondsLeft > 0 ? (
        <Text size="sm" c="dimmed">{`No email? You can send a new passcode in ${formatSeconds(secondsLeft)}.`}</Text>
      ) : (
        <Anchor component={FocusableButton} size="sm" ta="left" disabled={busy} onClick={() => void send()}>
          Send a new passcode
        </Anchor>
      )}
    </Stack>
  );
}
