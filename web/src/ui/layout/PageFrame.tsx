import { Container, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageColumns } from './PageColumns.tsx';
import classes from './PageFrame.module.css';

interface PageFrameProps {
  header?: ReactNode;
  /** The side column. */
  side?: ReactNode;
  children: ReactNode;
}

/** The frame of every signed-in page: one width and one left edge for its header and all of its content. */
export function PageFrame({ header, side, children }: PageFrameProps) {
  return (
    <Container size={1360} className={classes.frame}>
      <Stack gap="sm">
        {header}
        {side ? <PageColumns side={side}>{children}</PageColumns> : children}
      </Stack>
    </Container>
  );
}
