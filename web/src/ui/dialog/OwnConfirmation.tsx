import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { PasswordField } from '../form/PasswordField.tsx';
import { type OtherWay, useConfirmation } from './confirmation.ts';

interface OwnConfirmationProps {
  password: string;
  onPassword: (password: string) => void;
  /** Of the password field. */
  inputRef: Ref<HTMLInputElement>;
  error: ReactNode;
  busy: boolean;
  /** The way that is under way. */
  waiting: OtherWay | null;
  onOther: (way: OtherWay) => void;
}

const names: Readonly<Record<OtherWay, string>> = {
  PASSKEY: 'Use a passkey',
  SINGLE_SIGN_ON: 'Use single sign-on',
};
const effects: Readonly<Record<OtherWay, string>> = {
  PASSKEY: 'You confirm this with your passkey: your browser asks for it.',
  SINGLE_SIGN_ON: 'You confirm this with single sign-on: a window of your organisation’s provider opens.',
};
const waitingTexts: Readonly<Record<OtherWay, string>> = {
  PASSKEY: 'Your browser asks for your passkey.',
  SINGLE_SIGN_ON: 'Sign in in the window that has opened. If you have closed it, cancel and start again.',
};
const noWay =
  'You have neither a password nor a passkey, and single sign-on does not sign you in, so you cannot confirm this. Set a password with “Forgot password?” on the sign-in page, or ask your Organiser to switch single sign-on on.';

/** Where the viewer confirms that it is them: the password field for those who have a password, and the other ways that they have. */
export function OwnConfirmation({
  password,
  onPassword,
  inputRef,
  error,
  busy,
  waiting,
  onOther,
}: OwnConfirmationProps) {
  const { hasPassword, others } = useConfirmation();
  const [first, ...rest] = others;
  return (
    <Stack gap="sm">
      {hasPassword && (
        <PasswordField
          ref={inputRef}
          label="Password"
          autoComplete="current-password"
          required
          value={password}
          error={error}
          onChange={(event) => onPassword(event.currentTarget.value)}
        />
      )}
      {!hasPassword && error && (
        <Alert color="red" role="none">
          {error}
        </Alert>
      )}
      {!hasPassword && first && <Text>{effects[first]}</Text>}
      {!hasPassword && !first && <Alert color="orange">{noWay}</Alert>}
      {waiting && (
        <Text c="dimmed" role="status">
          {waitingTexts[waiting]}
        </Text>
      )}
      {others.length > 0 && (hasPassword || rest.length > 0) && (
        <Group gap="sm">
          {(hasPassword ? others : rest).map((way) => (
            <Button key={way} variant="default" size="compact-sm" disabled={busy} onClick={() => onOther(way)}>
              {names[way]}
            </Button>
          ))}
        </Group>
      )}
    </Stack>
  );
}
