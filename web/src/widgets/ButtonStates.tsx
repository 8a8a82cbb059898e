import { Button, Group } from '@mantine/core';
import { WidgetSection } from './WidgetSection.tsx';

export function ButtonStates() {
  return (
    <WidgetSection title="Buttons" columns={1}>
      <Group>
        <Button>Primary</Button>
        <Button variant="default">Default</Button>
        <Button color="red">Danger</Button>
        <Button variant="subtle">Subtle</Button>
        <Button disabled>Disabled</Button>
        <Button loading>Busy</Button>
      </Group>
    </WidgetSection>
  );
}
