import { VisuallyHidden } from '@mantine/core';
import { useRef, useState } from 'react';
import { afterPointerRelease } from './afterPointerRelease.ts';

/** All forms validate a field once it is left, and on submit, and clear its message once it is changed. */
export const formDefaults = {
  enhanceGetInputProps: ({ field, form }: { field: unknown; form: { validateField(field: unknown): unknown } }) => ({
    onBlur: () => afterPointerRelease(() => void form.validateField(field)),
  }),
  clearInputErrorOnChange: true,
};

type Messages = Readonly<Record<string, unknown>>;

const labelOf = (field: HTMLElement): string =>
  (field instanceof HTMLInputElement && field.labels?.[0]?.firstChild?.textContent) || field.ariaLabel || '';

const summaryOf = (fields: readonly HTMLElement[], errors: Messages): string => {
  const lines = fields.map((field) => `${labelOf(field)}: ${errors[field.dataset.path ?? '']}`);
  return `${lines.length === 1 ? '1 field needs' : `${lines.length} fields need`} your attention. ${lines.join('. ')}`;
};

/**
 * Focuses the first invalid field and lets screen readers announce all of them. `announce` takes the errors of @mantine/form's submit, or those of the server
 * after `setErrors`; `ref` goes to the form element and `summary` into it.
 */
export const useInvalidFields = () => {
  const ref = useRef<HTMLFormElement>(null);
  const [announced, setAnnounced] = useState({ text: '', times: 0 });
  const announce = (errors: Messages) => {
    const all = [...(ref.current?.querySelectorAll<HTMLElement>('[data-path]') ?? [])];
    const invalid = all.filter(({ dataset }) => dataset.path !== undefined && errors[dataset.path]);
    if (invalid.length === 0) return;
    invalid[0]?.focus();
    setAnnounced(({ times }) => ({ text: summaryOf(invalid, errors), times: times + 1 }));
  };
  const summary = announced.times > 0 && (
    // A new element each time, so that the same summary is announced again.
    <VisuallyHidden role="alert" key={announced.times}>
      {announced.text}
    </VisuallyHidden>
  );
  return { ref, announce, summary };
};
