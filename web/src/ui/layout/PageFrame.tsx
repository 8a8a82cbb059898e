import { Container, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './PageFrame.module.css';

interface PageFrameProps {
  header?: ReactNode;
  /** What users look for first: at the right from 1200 px, below the header on narrower screens. */
  side?: ReactNode;
  children: ReactNode;
}

/** The frame of every signed-in page: one width and one left edge for its header and all of its content. */
export function PageFrame({ header, side, children }: PageFrameProps) {
  return (
    <Container size={1360} className={classes.frame}>
      <Stack gap="sm">
        {header}
        {side ? (
          <div className={classes.columns}>
            <aside className={classes.side} aria-label="Summary">
              {side}
            </aside>
            <div className={classes.main}>{children}</div>
          </div>
        ) : (
          children
        )}
      </Stack>
    </Container>
  );
}
