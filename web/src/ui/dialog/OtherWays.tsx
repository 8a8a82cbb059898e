import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { type OtherWay, useConfirmation } from './confirmation.ts';

export interface OtherWaysProps {
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
  SINGLE_SIGN_ON: 'Sign in in the window that has opened.',
};
const noWay =
  'You have neither a password nor a passkey, and single sign-on does not sign you in, so you cannot confirm this. Set a password with “Forgot password?” on the sign-in page, or ask your Organiser to switch single sign-on on.';

/** How the viewer confirms that it is them in place of the password, or beside it. */
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
              Open it again
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
