import { Container, Group, Stack, Title } from '@mantine/core';
import { MemoryRouter } from 'react-router-dom';
import { ConsoleTheme } from '../ui/layout/ConsoleTheme.tsx';
import { ThemeSwitch } from '../ui/layout/ThemeSwitch.tsx';
import { ButtonStates } from './ButtonStates.tsx';
import { DialogStates } from './DialogStates.tsx';
import { DropdownStates } from './DropdownStates.tsx';
import { FeedbackStates } from './FeedbackStates.tsx';
import { FieldStates } from './FieldStates.tsx';
import { FileStates } from './FileStates.tsx';
import { FormStates } from './FormStates.tsx';
import { TableStates } from './TableStates.tsx';
import { TabStates } from './TabStates.tsx';

/** Every shared widget in all its states, for development. It needs no gateway. */
export function WidgetsPage() {
  return (
    <ConsoleTheme>
      <MemoryRouter>
        <Container component="main" size="lg" py="lg">
          <Stack gap="xl">
            <Group justify="space-between">
              <Title order={1}>Widgets</Title>
              <ThemeSwitch />
            </Group>
            <ButtonStates />
            <FieldStates />
            <DropdownStates />
            <FileStates />
            <FormStates />
            <DialogStates />
            <FeedbackStates />
            <TabStates />
            <TableStates />
          </Stack>
        </Container>
      </MemoryRouter>
    </ConsoleTheme>
  );
}
