import { Alert, Box, Paper, Stack } from '@mantine/core';
import type { FormEvent, ReactNode, RefObject } from 'react';
import { type InvalidField, InvalidFieldsContext } from './InvalidFieldLinks.tsx';

interface FormPaperProps {
  /** From `useSavedForm`. */
  frame: {
    ref: RefObject<HTMLFormElement | null>;
    notice: string | null;
    summary: ReactNode;
    fields: readonly InvalidField[];
    question: ReactNode;
  };
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  autoComplete?: 'off';
  children: ReactNode;
}

/** A form of a page, with the notice of a restored draft. */
export function FormPaper({ frame, children, ...form }: FormPaperProps) {
  const { ref, notice, summary, fields, question } = frame;
  return (
    <Paper p="lg">
      <Box component="form" ref={ref} noValidate maw={720} {...form}>
        <Stack gap="md">
          {notice && (
            <Alert color="gray" role="status">
              {notice}
            </Alert>
          )}
          <InvalidFieldsContext value={fields}>{children}</InvalidFieldsContext>
        </Stack>
        {summary}
      </Box>
      {question}
    </Paper>
  );
}
