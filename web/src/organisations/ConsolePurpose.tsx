import { Anchor, Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useTrail } from '../ui/navigation/useTrail.ts';

/** Explains the console to a viewer who manages nothing in it. */
export function ConsolePurpose() {
  const { trail } = useTrail();
  return (
    <Paper p="lg" component="section" aria-labelledby="console-purpose">
      <Stack gap="xs">
        <Title order={2} id="console-purpose">
          What you can do here
        </Title>
        <Text>You work on assessments in the modules. Open one with the Modules button in the top bar.</Text>
        <Text>
          Here you keep{' '}
          <Anchor component={Link} to="/profile" state={trail} underline="always">
            your profile
          </Anchor>{' '}
          and{' '}
          <Anchor component={Link} to="/profile?tab=security" state={trail} underline="always">
            your sign-in security
          </Anchor>{' '}
          up to date. Your organisation’s details are below. Your organiser can change your role.
        </Text>
      </Stack>
    </Paper>
  );
}
