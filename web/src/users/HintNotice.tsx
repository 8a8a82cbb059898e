import { Alert } from '@mantine/core';

interface HintNoticeProps {
  /** Null without a hint; the live region stays, so that a later one is announced. */
  hint: string | null;
}

/** A hint at a field whose value can still be saved. */
export function HintNotice({ hint }: HintNoticeProps) {
  return (
    <div role="status">
      {hint && (
        <Alert color="yellow" role="presentation">
          {hint}
        </Alert>
      )}
    </div>
  );
}
