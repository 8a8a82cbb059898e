import { Button, Group } from '@mantine/core';

interface CursorPagingProps {
  /** The accessible name. */
  label: string;
  pageInfo: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor?: string | null;
    endCursor?: string | null;
  };
  showOlder: (cursor: string) => void;
  showNewer: (cursor: string) => void;
  showNewest: () => void;
}

/** The buttons to the next and previous page of a list that begins with the newest entry. */
export function CursorPaging({ label, pageInfo, showOlder, showNewer, showNewest }: CursorPagingProps) {
  const { hasNextPage, hasPreviousPage, startCursor, endCursor } = pageInfo;
  return (
    <Group component="nav" aria-label={label} justify="flex-end" gap="xs">
      {hasPreviousPage && (
        <Button variant="subtle" onClick={showNewest}>
          Newest
        </Button>
      )}
      <PagingButton label="Newer" cursor={hasPreviousPage ? startCursor : null} onShow={showNewer} />
      <PagingButton label="Older" cursor={hasNextPage ? endCursor : null} onShow={showOlder} />
    </Group>
  );
}

interface PagingButtonProps {
  label: string;
  cursor: string | null | undefined;
  onShow: (cursor: string) => void;
}

function PagingButton({ label, cursor, onShow }: PagingButtonProps) {
  return (
    <Button variant="default" disabled={cursor == null} onClick={() => cursor && onShow(cursor)}>
      {label}
    </Button>
  );
}
