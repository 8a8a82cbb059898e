import { VisuallyHidden } from '@mantine/core';
import { useRef, useState } from 'react';

/** How the console's forms behave: a field's message shows on leaving it and on submit, and goes once it is changed. */
export const formDefaults = { validateInputOnBlur: true, clearInputErrorOnChange: true } as const;

type Messages = Readonly<Record<string, unknown>>;

const labelOf = (field: HTMLElement): string =>
  (field instanceof HTMLInputElement && field.labels?.[0]?.firstChild?.textContent) || field.ariaLabel || '';

const summaryOf = (fields: readonly HTMLElement[], errors: Messages): string => {
  const lines = fields.map((field) => `${labelOf(field)}: ${errors[field.dataset.path ?? '']}`);
  return `${lines.length === 1 ? '1 field needs' : `${lines.length} fields need`} your attention. ${lines.join('. ')}`;
};

/**
 * What a form does with fields that are wrong: the first of them is focused, and all are read out. `tell` takes the errors of @mantine/form's submit, or the
 * server's, of which `setErrors` was told as well; `ref` goes to the form and `summary` into it.
 */
export const useFaultyFields = () => {
  const ref = useRef<HTMLFormElement>(null);
  const [told, setTold] = useState({ text: '', times: 0 });
  const tell = (errors: Messages) => {
    const all = [...(ref.current?.querySelectorAll<HTMLElement>('[data-path]') ?? [])];
    const faulty = all.filter(({ dataset }) => dataset.path !== undefined && errors[dataset.path]);
    if (faulty.length === 0) return;
    faulty[0]?.focus();
    setTold(({ times }) => ({ text: summaryOf(faulty, errors), times: times + 1 }));
  };
  const summary = told.times > 0 && (
    // A new element each time, so that the same summary is read out again.
    <VisuallyHidden role="alert" key={told.times}>
      {told.text}
    </VisuallyHidden>
  );
  return { ref, tell, summary };
};
