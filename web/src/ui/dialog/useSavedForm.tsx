import { Text } from '@mantine/core';
import { type UseFormInput, useForm } from '@mantine/form';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { type DraftPlace, dropDraft, readDraft, storeDraft } from '../../apollo/drafts.ts';
import { useSession } from '../../apollo/SessionProvider.tsx';
import { useFragment } from '../../apollo/useFragment.ts';
import { graphql } from '../../gql/gql.ts';
import { formDefaults, useInvalidFields } from '../form/useInvalidFields.tsx';
import { useServerErrors } from '../form/useServerErrors.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { useUnsavedQuestion } from './useUnsavedQuestion.ts';

// Read from the cache: every page queries it, and a form is rendered only after the result of its page.
const ownerFragment = graphql(`fragment useSavedForm_owner on Viewer { user { id } }`);

/** Where the draft of a form of this page is stored; null while its author is unknown. */
const useDraftPlace = (form: string, invitedEmail?: string): DraftPlace | null => {
  const { pathname: path } = useLocation();
  const { data } = useFragment(ownerFragment, { __typename: 'Viewer' });
  const owner = invitedEmail === undefined ? data?.user?.id : `invited:${invitedEmail}`;
  return owner === undefined ? null : { owner, path, form };
};

export interface OpenedForm {
  /** Unique on the page. */
  name: string;
  /** Edit was pressed: the first field gets the focus. */
  takesFocus?: boolean;
  /** The form changes saved data: a draft restores only what was typed. */
  ofSavedData?: boolean;
}

/** Whether a form replaces its data; at once if it has a draft. */
export const useFormEditing = (name: string) => {
  const place = useDraftPlace(name);
  const [editing, setEditing] = useState(() => place !== null && readDraft(place) !== null);
  // Whether the element that replaces the pressed button gets the focus.
  const [takesFocus, setTakesFocus] = useState(false);
  const show = (shown: boolean) => {
    setEditing(shown);
    setTakesFocus(true);
  };
  return {
    editing,
    opened: { name, takesFocus, ofSavedData: true } satisfies OpenedForm,
    /** The props of `EditableDetails`, for viewers who can edit. */
    details: { onEdit: () => show(true), takesFocus },
    done: () => show(false),
  };
};

const asRecord = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;

/**
 * The initial values with the stored ones: a later release of the console may have other fields. A stored value that
 * equals `base` was not typed.
 */
const withStored = (initial: unknown, stored: unknown, base?: unknown): unknown => {
  if (JSON.stringify(stored) === JSON.stringify(base)) return initial;
  const [initialFields, storedFields] = [asRecord(initial), asRecord(stored)];
  if (!initialFields || !storedFields || Array.isArray(stored)) return stored;
  return Object.fromEntries(
    Object.entries(initialFields).map(([name, value]) => [
      name,
      name in storedFields ? withStored(value, storedFields[name], asRecord(base)?.[name]) : value,
    ]),
  );
};

const none: Record<string, string> = {};
const typingPauseMs = 300;
const keptNotice = 'Your unsaved changes were restored.';

interface SavedFormOptions<Values> extends OpenedForm, Pick<UseFormInput<Values>, 'initialErrors' | 'validate'> {
  initialValues: Values;
  /** The server's messages of the fields. */
  serverErrors?: Record<string, string>;
  /** Whether a toast shows the server's errors, so that the fields show them without announcing them again. */
  inToast?: boolean;
  /** The stored values, and whether some are left out. By default all values are stored. */
  stored?: (values: Values) => { values: object; leavesOut: boolean };
  /** Shown above restored values if some were left out. */
  leftOutNotice?: string;
  /** The errors of restored values if some were left out. */
  leftOutErrors?: (restored: Values) => Record<string, string>;
  /** The values are stored while they are typed, so that they also outlive a reload. */
  outlivesReload?: boolean;
  /** Used instead of the user's id for an invited person without an account. */
  invitedEmail?: string;
}

/**
 * A form of a page: announces and shows errors (`frame` is for its `FormPaper`), guards unsaved changes, and restores
 * values after an interrupted session. Call `release` once it is saved or given up.
 */
export const useSavedForm = <Values extends Record<string, unknown>>({
  name,
  initialValues,
  initialErrors,
  validate,
  serverErrors = none,
  inToast = false,
  takesFocus = false,
  ofSavedData = false,
  stored = (values) => ({ values, leavesOut: false }),
  leftOutNotice = keptNotice,
  leftOutErrors,
  outlivesReload = false,
  invitedEmail,
}: SavedFormOptions<Values>) => {
  const session = useSession();
  const place = useDraftPlace(name, invitedEmail);
  const [draft] = useState(() => place && readDraft(place));
  const [restored] = useState(
    () => draft && (withStored(initialValues, draft.values, ofSavedData ? draft.initial : undefined) as Values),
  );
  const form = useForm<Values>({
    ...formDefaults,
    // Without `ofSavedData` those of the draft stay, so that `useConcurrentChanges` finds what has changed since.
    initialValues: draft && !ofSavedData ? (withStored(initialValues, draft.initial) as Values) : initialValues,
    initialErrors,
    validate,
  });
  const { ref, announce, show, summary, fields } = useInvalidFields(form.errors);
  useServerErrors(form, serverErrors, inToast ? show : announce);

  const drop = () => {
    if (place) dropDraft(place);
  };
  const isChanged = () => JSON.stringify(form.getValues()) !== JSON.stringify(form.getInitialValues());
  const store = () => {
    if (!place) return false;
    const { values, leavesOut } = stored(form.getValues());
    // Unchanged values that are stored again after a reload keep their time.
    const at = draft && JSON.stringify(values) === JSON.stringify(draft.values) ? draft.at : undefined;
    return storeDraft(place, values, {
      at,
      leavesOut: leavesOut || draft?.leavesOut === true,
      initial: form.getInitialValues(),
    });
  };

  const released = useRef<Values | null>(null);
  const release = () => {
    released.current = form.getValues();
    drop();
  };
  const isReleased = () => released.current === form.getValues();
  const storeInterrupted = () => {
    if (isChanged()) store();
    released.current = form.getValues();
  };
  const question = useUnsavedQuestion(
    () => !isReleased() && isChanged(),
    () => outlivesReload && store(),
    storeInterrupted,
  );

  const open = useEffectEvent(() => {
    if (restored) form.setValues(restored);
    if (restored && draft?.leavesOut && leftOutErrors) form.setErrors(leftOutErrors(restored));
    drop();
    if (!takesFocus) return;
    const { current } = ref;
    // Otherwise most of the form would be below the window.
    if (current && current.getBoundingClientRect().top > innerHeight / 3) current.scrollIntoView({ block: 'nearest' });
    current?.querySelector<HTMLElement>('[data-path]')?.focus();
  });
  useEffect(function restoreDraft() {
    open();
  }, []);

  const keep = useEffectEvent(() => {
    if (isReleased()) return;
    if (isChanged()) store();
    else drop();
  });
  const leave = useEffectEvent(() => {
    if (session.secret !== null) drop();
  });
  const { values } = form;
  useEffect(
    function storeWhenTypingPauses() {
      if (!outlivesReload) return;
      const timer = setTimeout(() => keep(), typingPauseMs, values);
      return () => clearTimeout(timer);
    },
    [outlivesReload, values],
  );
  useEffect(
    function storeBeforeUnload() {
      if (!outlivesReload) return;
      const onHide = () => keep();
      window.addEventListener('pagehide', onHide);
      return () => {
        window.removeEventListener('pagehide', onHide);
        leave();
      };
    },
    [outlivesReload],
  );

  const dialog = (
    <ConfirmDialog
      opened={question !== null}
      title="Leave without saving?"
      confirmLabel="Leave"
      danger
      onCancel={() => question?.stay()}
      onConfirm={() => {
        release();
        question?.leave();
      }}
    >
      <Text>Your unsaved changes will be lost.</Text>
    </ConfirmDialog>
  );
  return {
    form,
    frame: { ref, notice: draft && (draft.leavesOut ? leftOutNotice : keptNotice), summary, fields, question: dialog },
    /** Submit handler of the form, which announces invalid fields. */
    onSubmit: (submit: (values: Values, event?: Parameters<Parameters<typeof form.onSubmit>[0]>[1]) => void) =>
      form.onSubmit(submit, announce),
    announce,
    /** Shows messages of the server by the paths of the form. */
    refuse: (errors: Record<string, string>) => {
      form.setErrors(errors);
      announce(errors);
    },
    release,
    /** Whether values of the draft were left out. */
    leftOut: draft?.leavesOut === true,
    /** The values of a draft, and when they were typed. */
    restored,
    restoredAt: draft && new Date(draft.at),
  };
};

export type SavedForm<Values extends Record<string, unknown>> = ReturnType<typeof useSavedForm<Values>>;
