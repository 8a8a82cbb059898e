import { Container, Stack } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { PageColumns } from './PageColumns.tsx';
import classes from './PageFrame.module.css';

interface PageFrameProps {
  header?: ReactNode;
  /** The side column; none for a list, which uses the whole frame. */
  side?: ReactNode;
  sideLabel?: ComponentProps<typeof PageColumns>['sideLabel'];
  children: ReactNode;
}

/** The frame of every signed-in page: one width and one left edge for its header and all of its content. */
export function PageFrame({ header, side, sideLabel, children }: PageFrameProps) {
  return (
    <Container size={1360} className={classes.frame}>
      <Stack gap="sm">
        {header}
        {side ? (
          <PageColumns side={side} sideLabel={sideLabel}>
            {children}
          </PageColumns>
        ) : (
          children
        )}
      </Stack>
    </Container>
  );
}
