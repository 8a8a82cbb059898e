import { appCodeLength, texts } from '@console/contract/rules';
import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { AppCodeInput } from '../ui/form/AppCodeInput.tsx';
import { TextField } from '../ui/form/TextField.tsx';

export interface AppCodeFormProps {
  /** The number of wrong codes. */
  wrongTimes: number;
  busy: boolean;
  onSubmit: (otp: string) => void;
  onBack: () => void;
  /** Below the code. */
  children: ReactNode;
}

const ways = {
  app: {
    title: 'Enter your code',
    text: `Enter the ${appCodeLength} digits that your authenticator app shows now.`,
    other: 'Use a recovery code',
  },
  recovery: {
    title: 'Enter a recovery code',
    text: 'Enter one of the codes that you stored when you set up your authenticator app. Each code works once.',
    other: 'Use your authenticator app',
  },
} as const;

/** The step after the password of a user with an authenticator app: six boxes, or a field for a recovery code. */
export function AppCodeForm({ wrongTimes, busy, onSubmit, onBack, children }: AppCodeFormProps) {
  const [way, setWay] = useState<keyof typeof ways>('app');
  const [code, setCode] = useState('');
  // After the user changes between code and recovery code, earlier wrong codes are not shown as an error.
  const [forgivenTimes, setForgivenTimes] = useState(wrongTimes);
  const input = useRef<HTMLInputElement>(null);
  const isWrong = wrongTimes > forgivenTimes;
  const complete = way === 'app' ? code.length === appCodeLength : code.trim() !== '';
  const { title, text, other } = ways[way];

  useEffect(
    function startOverAfterWrongCode() {
      if (wrongTimes === 0) return;
      setCode('');
      input.current?.focus();
    },
    [wrongTimes],
  );

  const changeWay = () => {
    setWay(way === 'app' ? 'recovery' : 'app');
    setCode('');
    setForgivenTimes(wrongTimes);
  };

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (complete) onSubmit(code);
      }}
    >
      <Stack gap="md">
        <Title order={1}>{title}</Title>
        <Text c="dimmed">{text}</Text>
        {way === 'app' ? (
          <AppCodeInput
            ref={input}
            value={code}
            error={isWrong && code === ''}
            onChange={setCode}
            onComplete={onSubmit}
          />
        ) : (
          <TextField
            ref={input}
            label="Recovery code"
            required
            autoFocus
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        )}
        {isWrong && (
          <Text role="alert" c="var(--mantine-color-error)" key={wrongTimes}>
            {texts.signIn.incorrectCode}
          </Text>
        )}
        {children}
        <Button type="submit" disabled={!complete} loading={busy} fullWidth>
          {texts.signIn.login}
        </Button>
        <Group justify="space-between">
          <Anchor component="button" type="button" size="sm" onClick={changeWay}>
            {other}
          </Anchor>
          <Anchor component="button" type="button" size="sm" onClick={onBack}>
            Back
          </Anchor>
        </Group>
      </Stack>
    </form>
  );
}
