import { Stack } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';

interface FormStepProps {
  labels: readonly string[];
  step: number;
  /** The step that is already shown from its top, and has the focus. */
  shown: RefObject<number | null>;
  children: ReactNode;
}

/** A step of a form. When the step changes, the page scrolls to the top and the step gets the focus. */
export function FormStep({ labels, step, shown, children }: FormStepProps) {
  const section = useRef<HTMLElement>(null);
  useEffect(
    function leadToTheStep() {
      if (shown.current === step) return;
      shown.current = step;
      window.scrollTo({ top: 0 });
      section.current?.focus({ preventScroll: true });
    },
    [step, shown],
  );
  return (
    <Stack
      ref={section as never}
      component="section"
      gap="md"
      tabIndex={-1}
      aria-label={`Step ${step + 1} of ${labels.length}: ${labels[step]}`}
    >
      {children}
    </Stack>
  );
}
