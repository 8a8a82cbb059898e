import { Button } from '@mantine/core';
import { useState } from 'react';
import { deferredDialog } from '../ui/dialog/deferredDialog.tsx';
import type { NominateDialogProps } from './NominateDialog.tsx';
import type { SeniorPost } from './seniorPost.ts';

const NominateDialog = deferredDialog<NominateDialogProps>(
  () => import('./NominateDialog.tsx').then((module) => module.NominateDialog),
  ({ onClose }) => onClose(),
);

interface NominateButtonProps {
  organisationId: string;
  post: SeniorPost;
  posts: readonly SeniorPost[];
  viewerEmail: string | null;
  /** Somebody else changed the posts since. */
  onStale: () => void;
}

/** Fills a senior post that is empty, or gives it to somebody else: it is never emptied. */
export function NominateButton(props: NominateButtonProps) {
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
      <Button variant="default" size="compact-sm" aria-label={`${label} ${designation.label}`} onClick={open}>
        {label}
      </Button>
      {/* Each time anew: nothing of the last one is left in it. */}
      {times > 0 && <NominateDialog key={times} {...props} opened={opened} onClose={() => setOpened(false)} />}
    </>
  );
}
