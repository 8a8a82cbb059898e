import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { type OtherWay, useConfirmation } from './confirmation.ts';

export interface OtherWaysProps {
  busy: boolean;
  /** The running confirmation method. */
  waiting: OtherWay | null;
  onOther: (way: OtherWay) => void;
}

const names: Readonly<Record<OtherWay, string>> = {
  PASSKEY: 'Use a passkey',
  SINGLE_SIGN_ON: 'Use single sign-on',
};
const effects: Readonly<Record<OtherWay, string>> = {
  PASSKEY: 'Confirm with your passkey. Your browser will ask for it.',
  SINGLE_SIGN_ON: 'Confirm with single sign-on. Your identity provider opens in a new window.',
};
const waitingTexts: Readonly<Record<OtherWay, string>> = {
  PASSKEY: 'Follow your browser’s passkey prompt.',
  SINGLE_SIGN_ON: 'Sign in using the window that opened.',
};
const noWay =
  'You need a password, a passkey or single sign-on to confirm this. Set a password with “Forgot password?” on the sign-in page, or ask your Organiser to turn on single sign-on.';

/** The methods by which the viewer can confirm their identity, instead of the password or as well as it. */
export function OtherWays({ busy, waiting, onOther }: OtherWaysProps) {
  const { hasPassword, others } = useConfirmation();
  const [first, ...rest] = others;
  const offered = hasPassword ? others : rest;
  return (
    <Stack gap="sm">
      {!hasPassword && first && <Text>{effects[first]}</Text>}
      {!hasPassword && !first && <Alert color="orange">{noWay}</Alert>}
      {waiting && (
        <Group gap="sm">
          <Text c="dimmed" role="status">
            {waitingTexts[waiting]}
          </Text>
          {waiting === 'SINGLE_SIGN_ON' && (
            <Button variant="default" size="compact-sm" onClick={() => onOther(waiting)}>
              Reopen window
            </Button>
          )}
        </Group>
      )}
      {!waiting && offered.length > 0 && (
        <Group gap="sm">
          {offered.map((way) => (
            <Button key={way} variant="default" size="compact-sm" disabled={busy} onClick={() => onOther(way)}>
              {names[way]}
            </Button>
          ))}
        </Group>
      )}
    </Stack>
  );
}
