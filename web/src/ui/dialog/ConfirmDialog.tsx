import { texts } from '@console/contract/rules';
import { Alert, Box, Button, Group, Stack, Text } from '@mantine/core';
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { lazyPart } from '../../feedback/lazyPart.tsx';
import { PasswordField } from '../form/PasswordField.tsx';
import classes from './ConfirmDialog.module.css';
import { type OtherWay, useConfirmation } from './confirmation.ts';
import { Dialog } from './Dialog.tsx';
import { DialogDescriptionId } from './DialogDescription.tsx';
import type { OtherWaysProps } from './OtherWays.tsx';
import { passwordNeeded } from './useConfirmedMutation.ts';

const OtherWays = lazyPart<OtherWaysProps>(async () => (await import('./OtherWays.tsx')).OtherWays, { loadOn: 'need' });

/** Cancel has the focus after this time (SPEC 4). */
const cancelFocusMs = 500;

const fieldSelector = ':is(input, select, textarea):not(:disabled)';

/** Whether a key enters a character, or pastes. Space does not: it presses the button that has the focus. */
const isTyping = ({ key, ctrlKey, metaKey, altKey, nativeEvent }: KeyboardEvent): boolean => {
  if (nativeEvent.isComposing || nativeEvent.getModifierState('AltGraph')) return key.length === 1;
  if (ctrlKey || metaKey) return !altKey && key === 'v';
  return !altKey && key.length === 1 && key !== ' ';
};

interface ConfirmDialogProps {
  opened: boolean;
  /** The action as a question: `Deactivate Jane Doe?` */
  title: string;
  /** Repeats the question if the title is an error. */
  question?: string | undefined;
  confirmLabel: string;
  cancelLabel?: string | undefined;
  /** The dialog is used like a form, so its password field has the focus. */
  leadsToPassword?: boolean | undefined;
  danger?: boolean;
  /** The action is running. */
  busy?: boolean;
  /** Requires the user's own password, which is cleared as soon as the dialog closes, or another confirmation by them. */
  password?: boolean;
  /** Whether the input can be sent: checked before the confirmation. */
  validate?: () => boolean;
  /** Failure of the action; shown at the password field if there is one. */
  error?: string | undefined;
  /** Whether the children contain input: then neither Escape nor a click outside closes the dialog. */
  typed?: boolean;
  onCancel: () => void;
  /** May return a promise: a second press is ignored until it settles. Its failure is reported by `useMutationAction`. */
  onConfirm: (password?: string) => unknown;
  /** The effect of the action. */
  children: ReactNode;
  /** Content that loads while the dialog is open: two lines are reserved. */
  details?: ReactNode;
}

/** Asks for confirmation. Cancel has the delayed focus, so that a hasty Enter changes nothing; typing goes to the password field. A required field among the children has the focus instead. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, busy = false, typed = false, onCancel } = props;
  const [password, setPassword] = useState('');
  if (!opened && password) setPassword('');
  const guarded = busy || password !== '' || typed;
  return (
    <Dialog
      opened={opened}
      onClose={onCancel}
      title={title}
      withCloseButton={false}
      closeOnEscape={!guarded}
      closeOnClickOutside={!guarded}
    >
      <ConfirmForm {...props} ownPassword={password} onPassword={setPassword} />
    </Dialog>
  );
}

type ConfirmFormProps = ConfirmDialogProps & { ownPassword: string; onPassword: (password: string) => void };

function ConfirmForm(props: ConfirmFormProps) {
  const { opened, confirmLabel, danger = false, busy = false, error, onCancel, onConfirm, question, children } = props;
  const { ownPassword, onPassword, details, cancelLabel = 'Cancel', leadsToPassword = false } = props;
  const needsPassword = props.password === true;
  const form = useRef<HTMLFormElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const [isForm, setIsForm] = useState(false);
  const descriptionId = use(DialogDescriptionId);
  const passwordInput = useRef<HTMLInputElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const confirm = useRef<HTMLButtonElement>(null);
  // A second press can come before `busy` is set.
  const sent = useRef(false);
  const [settledTimes, setSettledTimes] = useState(0);
  const [missing, setMissing] = useState(false);
  const { confirmation, hasPassword, others } = useConfirmation();
  const [first] = others;
  const [waiting, setWaiting] = useState<OtherWay | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  // Aborts a confirmation that is running outside the dialog.
  const run = useRef<AbortController>(null);
  const working = busy || waiting !== null;
  const asks = opened && needsPassword;
  const load = useEffectEvent(() => confirmation?.load());

  useEffect(
    function loadWays() {
      if (!asks) return undefined;
      load();
      // Ignores a response after the dialog was closed.
      return () => {
        run.current?.abort();
        setWaiting(null);
        setProblem(null);
      };
    },
    [asks],
  );

  useLayoutEffect(
    function leadToFirstField() {
      const fields = leadsToPassword ? form.current : body.current;
      if (!opened || !fields?.querySelector(`${fieldSelector}:required`)) return;
      fields.querySelector<HTMLElement>(fieldSelector)?.setAttribute('data-autofocus', 'true');
      setIsForm(true);
    },
    [opened, leadsToPassword],
  );

  useEffect(
    function focusCancelSoon() {
      if (!opened || isForm) return;
      const timer = setTimeout(() => {
        const focused = document.activeElement;
        if (focused === form.current || !form.current?.contains(focused)) cancel.current?.focus();
      }, cancelFocusMs);
      return () => clearTimeout(timer);
    },
    [opened, isForm],
  );

  useEffect(
    function focusInvalidControl() {
      if (opened && (error || problem) && !busy) (passwordInput.current ?? confirm.current)?.focus();
    },
    [opened, error, problem, busy],
  );

  // Runs once the result is rendered.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs after each result.
  useLayoutEffect(
    function allowNextPress() {
      sent.current = false;
    },
    [settledTimes],
  );

  const send = (password?: string) => {
    const settled = () => setSettledTimes((times) => times + 1);
    sent.current = true;
    Promise.resolve(onConfirm(password)).then(settled, settled);
  };
  const confirmBy = async (way: OtherWay) => {
    const { validate = () => true } = props;
    // The provider's window can be opened again.
    if (!confirmation || !opened || busy || sent.current || waiting === 'PASSKEY' || !validate()) return;
    run.current?.abort();
    run.current = new AbortController();
    const { signal } = run.current;
    setMissing(false);
    setProblem(null);
    setWaiting(way);
    const found = await confirmation.confirm(way, signal);
    if (signal.aborted) return;
    setWaiting(null);
    if (found !== null) return setProblem(found);
    onPassword('');
    send();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A dialog that is closing is still visible.
    if (!opened || working || sent.current) return;
    if (!needsPassword) return send();
    if (!hasPassword) return void (first && confirmBy(first));
    setProblem(null);
    if (props.validate && !props.validate()) return;
    if (ownPassword === '') {
      setMissing(true);
      passwordInput.current?.focus();
    } else send(ownPassword);
  };
  const shown = problem ?? (needsPassword && !hasPassword && error === passwordNeeded ? undefined : error);
  const refused = shown && <span role="alert">{shown}</span>;
  const takeTyped = (event: KeyboardEvent<HTMLFormElement>) => {
    const isInField = event.target instanceof Element && event.target.matches('input, select, textarea');
    // The browser enters the character into the newly focused field.
    if (isInField || working || !isTyping(event)) return;
    // Fields of the details come before the password.
    const field = isForm ? null : passwordInput.current;
    (field ?? form.current?.querySelector<HTMLElement>(fieldSelector))?.focus();
  };
  // A question's form has the focus until Cancel gets it.
  return (
    <form
      ref={form}
      noValidate
      tabIndex={-1}
      data-autofocus={isForm ? undefined : true}
      className={classes.form}
      onSubmit={submit}
      onKeyDown={takeTyped}
    >
      <Stack gap="lg">
        <div ref={body} id={isForm ? undefined : descriptionId}>
          {question && (
            <Text fw={600} mb="xs">
              {question}
            </Text>
          )}
          {children}
        </div>
        {details && <Box mih={44}>{details}</Box>}
        {needsPassword && hasPassword && (
          <PasswordField
            ref={passwordInput}
            label="Password"
            description="Enter your own password to confirm."
            autoComplete="current-password"
            required
            value={ownPassword}
            error={missing ? texts.password.required : refused}
            onChange={(event) => {
              onPassword(event.currentTarget.value);
              setMissing(false);
            }}
          />
        )}
        {needsPassword && (first || !hasPassword) && (
          <OtherWays busy={working} waiting={waiting} onOther={(way) => void confirmBy(way)} />
        )}
        {!(needsPassword && hasPassword) && shown && (
          <Alert color="red" role="alert">
            {shown}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <Button ref={cancel} variant="default" disabled={busy} onClick={onCancel}>
            {cancelLabel}
          </Button>
          <Button
            ref={confirm}
            type="submit"
            color={danger ? 'red' : undefined}
            loading={working}
            disabled={needsPassword && !hasPassword && !first}
          >
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
