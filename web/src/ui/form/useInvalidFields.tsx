import { VisuallyHidden } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';
import { fieldSentence } from '../../feedback/fieldSentence.ts';
import { whenPainted } from '../../feedback/whenPainted.ts';
import { afterPointerRelease } from './afterPointerRelease.ts';
import { type InvalidField, invalidFieldCount } from './InvalidFieldLinks.tsx';

interface EnhancedForm {
  validateField(field: unknown): unknown;
  isTouched(field: unknown): boolean;
}

/** Whether a field is the first of its form, which may have the focus without anybody having entered it. */
const isFirst = (field: unknown): boolean =>
  field instanceof HTMLElement && field.closest('form')?.querySelector('[data-path]') === field;

/** All forms validate a field once it is left, and on submit, and clear its message once it is changed. The first field has no message before anything is typed into it. */
export const formDefaults = {
  enhanceGetInputProps: ({ field, form }: { field: unknown; form: EnhancedForm }) => ({
    // Mantine's own handler marks the field as touched, but in this form only a change does.
    onFocus: undefined,
    onBlur: (event?: { target?: unknown }) => {
      if (!form.isTouched(field) && isFirst(event?.target)) return;
      afterPointerRelease(() => void form.validateField(field));
    },
  }),
  clearInputErrorOnChange: true,
};

type Messages = Readonly<Record<string, unknown>>;

/** From this number of fields on, the form also lists its invalid fields. */
const manyFields = 7;

/** The label of an option group is read without its options. */
const groupIn = (field: HTMLElement) => field.querySelector('[role="group"], [role="radiogroup"]');

const ownLabelOf = (field: HTMLElement): string =>
  (field instanceof HTMLInputElement ? field.labels?.[0] : groupIn(field)?.parentElement?.firstElementChild)?.firstChild
    ?.textContent ||
  // A button of a file field also has the action in its name, which is left out.
  (field.ariaLabel ?? field.textContent).replace(/: .*/, '');

/** Fields with errors. Equal labels get the name of their section. */
const invalidFieldsOf = (form: HTMLFormElement | null, errors: Messages): readonly InvalidField[] => {
  const all = [...(form?.querySelectorAll<HTMLElement>('[data-path]') ?? [])];
  const invalid = all.flatMap((field) => {
    const { path = '' } = field.dataset;
    const element = groupIn(field)?.querySelector('input') ?? field;
    return errors[path] ? [{ path, element, label: ownLabelOf(field) }] : [];
  });
  return invalid.map((field) => {
    const isAlone = invalid.every((other) => other === field || other.label !== field.label);
    const section = field.element.closest('section')?.ariaLabel;
    return isAlone || !section ? field : { ...field, label: `${section}: ${field.label}` };
  });
};

const summaryOf = (fields: readonly InvalidField[], errors: Messages): string =>
  [
    `${invalidFieldCount(fields.length)}.`,
    ...fields.map(({ path, label }) => fieldSentence(label, String(errors[path]))),
  ].join(' ');

const none: readonly InvalidField[] = [];

const isSame = (one: readonly InvalidField[], other: readonly InvalidField[]): boolean =>
  one.length === other.length && one.every(({ element }, at) => element === other[at]?.element);

/**
 * Focuses the first invalid field, announces all, and lists them above the buttons of a long form. `announce` takes
 * errors of a submit or the server, `show` is silent. `errors` is what the form shows; `ref` goes to the form, `summary`
 * into it, `fields` to its `InvalidFieldsContext`.
 */
export const useInvalidFields = (errors: Messages) => {
  const ref = useRef<HTMLFormElement>(null);
  const [announced, setAnnounced] = useState({ text: '', times: 0 });
  const [fields, setFields] = useState(none);
  const [follows, setFollows] = useState(false);
  const before = useRef(errors);
  const shownOf = (invalid: readonly InvalidField[]) => {
    const isLong = (ref.current?.querySelectorAll('[data-path]').length ?? 0) >= manyFields;
    return isLong && invalid.length > 0 ? invalid : none;
  };
  const show = (shownErrors: Messages) => {
    const invalid = invalidFieldsOf(ref.current, shownErrors);
    const [first] = invalid;
    if (!first) return invalid;
    first.element.focus();
    // The links above the buttons are rendered by then and take up space.
    void whenPainted().then(() => {
      if (document.activeElement === first.element) first.element.scrollIntoView({ block: 'nearest' });
    });
    setFields(shownOf(invalid));
    setFollows(true);
    return invalid;
  };
  const announce = (announcedErrors: Messages) => {
    const invalid = show(announcedErrors);
    if (invalid.length > 0)
      setAnnounced(({ times }) => ({ text: summaryOf(invalid, announcedErrors), times: times + 1 }));
  };
  // Runs after each render, because the form may show other fields.
  useLayoutEffect(function followErrors() {
    if (!follows) return;
    const isCorrected = Object.keys(before.current).some((path) => before.current[path] && !errors[path]);
    before.current = errors;
    // A changed text would be announced again as a whole, so it is cleared.
    if (isCorrected && announced.text) setAnnounced({ ...announced, text: '' });
    const shown = shownOf(invalidFieldsOf(ref.current, errors));
    if (!isSame(shown, fields)) setFields(shown);
  });
  const summary = announced.text && (
    // A new element each time, so that an equal summary is announced again.
    <VisuallyHidden role="alert" key={announced.times}>
      {announced.text}
    </VisuallyHidden>
  );
  return { ref, announce, show, summary, fields };
};
