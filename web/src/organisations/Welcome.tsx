import { Anchor, Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useTrail } from '../ui/navigation/useTrail.ts';
import type { FirstStep } from './firstSteps.ts';

/** The link of each step, and the information it needs. */
const stepTexts: Record<FirstStep['kind'], { label: string; to: string; needs: string }> = {
  details: { label: 'Your organisation', to: '/O/edit', needs: 'Its legal name, address, logo and icon.' },
  organisations: {
    label: 'Customers and vendors',
    to: '/O/create',
    needs: 'For each one, its legal name, address, logo, icon, main Organiser and CEO.',
  },
  invitations: {
    label: 'Customers and vendors',
    to: '/M/invite',
    needs: 'You invite vendors by the email address of one of their users. Customers invite you.',
  },
  people: {
    label: 'Users',
    to: '/U',
    needs:
      'For each one, their email, role, designation, department and supervisor. Add them one by one or upload a file.',
  },
};

interface WelcomeProps {
  steps: readonly FirstStep[];
  onPutAway: () => void;
}

/** The first steps in the console, and which of them are done. */
export function Welcome({ steps, onPutAway }: WelcomeProps) {
  const { trail } = useTrail();
  const done = steps.filter((step) => step.done).length;
  const putAway = () => {
    onPutAway();
    // The panel has disappeared with its button, which had the focus.
    document.getElementById('main')?.focus();
  };
  return (
    <Paper p="lg" component="section" aria-labelledby="first-steps">
      <Stack gap="sm">
        <Group justify="space-between">
          <Group gap="sm" align="baseline">
            <Title order={2} id="first-steps">
              First steps
            </Title>
            <Text c="dimmed">{`${done} of ${steps.length} done`}</Text>
          </Group>
          <Button variant="default" onClick={putAway}>
            Hide permanently
          </Button>
        </Group>
        <SimpleGrid component="ol" cols={{ base: 1, sm: steps.length }} m={0} p={0} style={{ listStyle: 'none' }}>
          {steps.map((step) => (
            <Step key={step.kind} step={step} trail={trail} />
          ))}
        </SimpleGrid>
      </Stack>
    </Paper>
  );
}

function Step({ step: { kind, done }, trail }: { step: FirstStep; trail: Record<string, string> }) {
  const { label, to, needs } = stepTexts[kind];
  const Icon = done ? IconCircleCheck : IconCircle;
  return (
    <Group component="li" gap="xs" align="flex-start" wrap="nowrap">
      <Text span lh={1} mt={2} c={done ? 'green' : 'dimmed'}>
        <Icon size={18} stroke={1.5} aria-hidden />
      </Text>
      <Stack gap={2}>
        <Anchor component={Link} to={to} state={trail} fw={600}>
          {label}
        </Anchor>
        <Text c="dimmed" size="sm">
          {done ? 'Done' : needs}
        </Text>
      </Stack>
    </Group>
  );
}
