import { EmptyState, Title } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';

export function NoOwnOrganisation() {
  return (
    <EmptyState
      py={96}
      icon={<IconBuilding aria-hidden />}
      title={<Title order={1}>You have no organisation yet</Title>}
      description="Ask the person who invited you to add you to their organisation. It appears here as soon as they have."
    />
  );
}
