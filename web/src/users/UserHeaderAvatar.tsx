import { Box } from '@mantine/core';
import type { ComponentProps } from 'react';
import { UserAvatar } from './UserAvatar.tsx';

/** The avatar next to the title of a user's page, where the side column does not show a larger one. */
export function UserHeaderAvatar({ user }: Pick<ComponentProps<typeof UserAvatar>, 'user'>) {
  return (
    <Box hiddenFrom="lg">
      <UserAvatar user={user} size={40} />
    </Box>
  );
}
