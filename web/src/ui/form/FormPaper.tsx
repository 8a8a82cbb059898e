import { Alert, Paper, Stack } from '@mantine/core';
import type { FormEvent, ReactNode, RefObject } from 'react';

interface FormPaperProps {
  /** From `usePageForm`. */
  frame: {
    ref: RefObject<HTMLFormElement | null>;
    notice: string | null;
    summary: ReactNode;
    question: ReactNode;
  };
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  autoComplete?: 'off';
  children: ReactNode;
}

/** A form of a page, with the notice of a restored draft. */
export function FormPaper({ frame, children, ...form }: FormPaperProps) {
  const { ref, notice, summary, question } = frame;
  return (
    <Paper p="lg" maw={{ md: 720 }}>
      <form ref={ref} noValidate {...form}>
        <Stack gap="md">
          {notice && (
            <Alert color="gray" role="status">
              {notice}
            </Alert>
          )}
          {children}
        </Stack>
        {summary}
      </form>
      {question}
    </Paper>
  );
}
