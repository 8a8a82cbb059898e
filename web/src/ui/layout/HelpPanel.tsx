import { Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A heading and its explanation; a text is one paragraph. */
export type HelpTopic = readonly [heading: string, content: ReactNode];

/** The side column of a form with help for its fields. A topic without content is left out. */
export function HelpPanel({ topics }: { topics: readonly HelpTopic[] }) {
  return (
    <Paper p="lg">
      <Stack gap="lg">
        {topics.map(
          ([heading, content]) =>
            content && (
              <Stack key={heading} component="section" gap="xs">
                <Title order={2}>{heading}</Title>
                {typeof content === 'string' ? <Text>{content}</Text> : content}
              </Stack>
            ),
        )}
      </Stack>
    </Paper>
  );
}
