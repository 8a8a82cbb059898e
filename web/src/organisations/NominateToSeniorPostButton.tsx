import { Button } from '@mantine/core';
import { useState } from 'react';
import { lazyPart, whenOpened } from '../feedback/lazyPart.tsx';
import type { NominateToSeniorPostDialogProps } from './NominateToSeniorPostDialog.tsx';
import type { SeniorPost } from './seniorPost.ts';

const NominateToSeniorPostDialog = lazyPart<NominateToSeniorPostDialogProps>(
  async () => (await import('./NominateToSeniorPostDialog.tsx')).NominateToSeniorPostDialog,
  whenOpened,
);

interface NominateToSeniorPostButtonProps {
  organisationId: string;
  post: SeniorPost;
  posts: readonly SeniorPost[];
  viewerEmail: string | null;
  /** Another user has changed the posts. */
  onStale: () => void;
}

/** Fills an empty senior post, or replaces its holder. */
export function NominateToSeniorPostButton(props: NominateToSeniorPostButtonProps) {
  const { holder, designation } = props.post;
  const [opened, setOpened] = useState(false);
  const [times, setTimes] = useState(0);
  const label = holder ? 'Replace' : 'Nominate';
  const open = () => {
    setTimes(times + 1);
    setOpened(true);
  };
  return (
    <>
      <Button variant="subtle" size="compact-sm" aria-label={`${label} ${designation.label}`} onClick={open}>
        {label}
      </Button>
      {/* The key resets the dialog at each opening. */}
      {times > 0 && (
        <NominateToSeniorPostDialog key={times} {...props} opened={opened} onClose={() => setOpened(false)} />
      )}
    </>
  );
}
