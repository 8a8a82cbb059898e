import { texts } from '@console/contract/rules';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { takeFocus } from '../ui/form/takeFocus.ts';
import { countOf, formatCount } from '../ui/values/format.ts';
import { UserLimitAdvice } from './UserLimitAdvice.tsx';
import { hasCorrectableCells, isOverLimit, type UploadLimit, type UploadPreview } from './uploadRows.ts';

export interface UploadBlockedNoticeProps extends UploadLimit {
  /** Why the upload failed, if not because of rows; otherwise undefined. */
  refusal: readonly string[] | undefined;
  organisationId: string;
  /** Whether the viewer may raise the limit. */
  canRaiseLimit: boolean;
  busy: boolean;
  onCheckAgain: () => void;
}

/** Why the file cannot be uploaded, and what to do instead. */
export function UploadBlockedNotice(props: UploadBlockedNoticeProps) {
  const { preview, seatsLeft, full, refusal, organisationId, canRaiseLimit, busy, onCheckAgain } = props;
  // The pressed button is below the notice and possibly hundreds of rows, so the notice gets the focus.
  const isRefused = full || refusal !== undefined;
  const box = (title: string, body: ReactNode) => (
    <Alert
      key={isRefused ? 'refused' : 'checked'}
      {...(isRefused && { ref: takeFocus, tabIndex: -1 })}
      color="red"
      role="alert"
      title={title}
    >
      <Stack gap="sm">{body}</Stack>
    </Alert>
  );
  if (isOverLimit(props))
    return box(
      texts.users.limitReached,
      <>
        <Text>{whyNoSeats(preview, seatsLeft ?? 0, full)}</Text>
        <UserLimitAdvice organisationId={organisationId} canRaise={canRaiseLimit} />
      </>,
    );
  if (!preview) return null;
  const { validCount, faultyCount, rows } = preview;
  const said = refusal?.map((line) => <Text key={line}>{line}</Text>);
  if (faultyCount > 0)
    return box(
      `${formatCount(faultyCount)} of ${countOf(rows.length, 'row')} ${faultyCount === 1 ? 'is' : 'are'} invalid`,
      <>
        {said}
        <Text>
          {hasCorrectableCells(preview) ? 'Correct the cells below, or correct the file' : 'Correct the file'}
          {` and replace it${validCount > 0 ? ', or upload the valid rows only' : ''}.`}
        </Text>
      </>,
    );
  if (!refusal || refusal.length === 0) return null;
  return box(
    'The file was not uploaded',
    <>
      {said}
      <Group>
        <Button variant="default" disabled={busy} onClick={onCheckAgain}>
          Check again
        </Button>
      </Group>
    </>,
  );
}

const whyNoSeats = (preview: UploadPreview | undefined, seatsLeft: number, full: boolean): string => {
  if (!preview)
    return 'This organisation has reached its user limit. You can check a file, but no users can be created.';
  if (full)
    return 'The file now exceeds the user limit. No users were created. Check the file again to see how many more users are allowed.';
  const limit = seatsLeft > 0 ? `allows only ${formatCount(seatsLeft)} more` : 'has been reached';
  return `The file would create ${countOf(preview.newCount, 'user')}, but the user limit ${limit}. Users are created only if all of them fit.`;
};
