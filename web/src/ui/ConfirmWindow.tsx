import { cancelFocusMs, texts } from '@console/contract/rules';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './ConfirmWindow.module.css';
import { PasswordField } from './PasswordField.tsx';

export interface ConfirmDialogProps {
  opened: boolean;
  /** The act as a question: `Deactivate Jane Doe?` */
  title: string;
  /** The same question, where the title says what went wrong. */
  question?: string | undefined;
  /** The verb again. */
  confirmLabel: string;
  danger?: boolean;
  /** The act is under way. */
  busy?: boolean;
  /** The person's own password is asked for; it is forgotten as soon as the dialog closes. */
  password?: boolean;
  /** Why the act was refused: of the password where one is asked for. */
  error?: string | undefined;
  /** Something was filled in: neither Escape nor a click outside loses it. */
  typed?: boolean;
  onCancel: () => void;
  /** May answer a promise, which is waited for; `useAct` told of what went wrong in it. */
  onConfirm: (password?: string) => unknown;
  /** What will happen, and to whom. */
  children: ReactNode;
}

/** Asks before an act. Cancel has the focus after a moment, so that a hasty Enter changes nothing. */
export function ConfirmWindow(props: ConfirmDialogProps) {
  const {
    opened,
    title,
    confirmLabel,
    danger = false,
    busy = false,
    error,
    onCancel,
    onConfirm,
    question,
    children,
  } = props;
  const asks = props.password === true;
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const confirm = useRef<HTMLButtonElement>(null);
  // A second press can come before `busy` does.
  const sent = useRef(false);
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState(false);
  if (!opened && (password || missing)) {
    setPassword('');
    setMissing(false);
  }

  useEffect(
    function focusCancelSoon() {
      if (!opened) return;
      const timer = setTimeout(() => {
        const holder = document.activeElement;
        if (holder === form.current || !form.current?.contains(holder)) cancel.current?.focus();
      }, cancelFocusMs);
      return () => clearTimeout(timer);
    },
    [opened],
  );

  useEffect(
    function returnToTheFault() {
      if (opened && error && !busy) (asks ? field : confirm).current?.focus();
    },
    [opened, error, busy, asks],
  );

  const send = () => {
    const settled = () => {
      sent.current = false;
    };
    sent.current = true;
    Promise.resolve(onConfirm(asks ? password : undefined)).then(settled, settled);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || sent.current) return;
    if (asks && password === '') {
      setMissing(true);
      field.current?.focus();
    } else send();
  };
  const guarded = busy || password !== '' || props.typed === true;
  const refused = error && <span role="alert">{error}</span>;
  return (
    <Modal
      opened={opened}
      onClose={onCancel}
      title={title}
      withCloseButton={false}
      closeOnEscape={!guarded}
      closeOnClickOutside={!guarded}
    >
      {/* It takes the focus in place of the first control until Cancel does. */}
      <form ref={form} noValidate tabIndex={-1} data-autofocus className={classes.form} onSubmit={submit}>
        <Stack gap="lg">
          <div>
            {question && (
              <Text fw={600} mb="xs">
                {question}
              </Text>
            )}
            {children}
          </div>
          {asks && (
            <PasswordField
              ref={field}
              label="Password"
              autoComplete="current-password"
              required
              value={password}
              error={missing ? texts.password.required : refused}
              onChange={(event) => {
                setPassword(event.currentTarget.value);
                setMissing(false);
              }}
            />
          )}
          {!asks && error && (
            <Alert color="red" role="alert">
              {error}
            </Alert>
          )}
          <Group justify="flex-end" gap="sm">
            <Button ref={cancel} variant="default" disabled={busy} onClick={onCancel}>
              Cancel
            </Button>
            <Button ref={confirm} type="submit" color={danger ? 'red' : undefined} loading={busy}>
              {confirmLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
