import { Button } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';

interface OverviewToggleProps {
  isOpen: boolean;
  controls: string;
  onClick: () => void;
}

/** Shows or hides the charts of an overview. */
export function OverviewToggle({ isOpen, controls, onClick }: OverviewToggleProps) {
  const Icon = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-md"
      aria-expanded={isOpen}
      aria-controls={controls}
      leftSection={<Icon size={16} stroke={1.5} aria-hidden />}
      onClick={onClick}
    >
      Charts
    </Button>
  );
}
