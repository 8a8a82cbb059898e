import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { graphql } from '../gql/gql.ts';
import type { SsoTestStep } from '../gql/graphql.ts';
import { Moment } from '../ui/layout/Moment.tsx';
import type { PanelSingleSignOn } from './singleSignOnValues.ts';

const testDocument = graphql(`
  mutation SsoTests_Test($input: TestSingleSignOnInput!) {
    testSingleSignOn(input: $input) { organisation { id ...SingleSignOnPanel_organisation } }
  }
`);

type Test = PanelSingleSignOn['tests'][number];

const stepLabels: Record<SsoTestStep, string> = {
  ADDRESS: 'Address',
  DISCOVERY: 'Discovery',
  ISSUER: 'Issuer',
  KEYS: 'Keys',
  CLOCK: 'Clock',
};

const outcomes = {
  passed: { label: 'Passed', color: 'green' },
  failed: { label: 'Failed', color: 'red' },
  skipped: { label: 'Not tested', color: 'gray' },
} as const;

/** The test of the settings: what each step of the newest has found, and when the others were. */
export function SsoTests({ id, tests, mayTest }: { id: string; tests: readonly Test[]; mayTest: boolean }) {
  const { mutate, busy } = useMutationAction(testDocument, { keyed: false });
  const [newest, ...older] = tests;
  return (
    <Stack gap="md">
      {newest ? <NewestTest test={newest} /> : <Text c="dimmed">Not tested yet. It takes at most 5 seconds.</Text>}
      {older.length > 0 && (
        <Stack gap="xs">
          <Text fw={500}>Earlier tests</Text>
          {older.map((test) => (
            <TestLine key={test.id} test={test} />
          ))}
        </Stack>
      )}
      {mayTest && (
        <Group>
          <Button
            variant="default"
            loading={busy}
            onClick={() => void mutate({ input: { organisationId: id } }).catch(() => undefined)}
          >
            Test single sign-on
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function NewestTest({ test }: { test: Test }) {
  return (
    <Stack gap="xs">
      <TestLine test={test} />
      {test.findings.map(({ step, passed, message }) => (
        <Group key={step} gap="xs" align="flex-start" wrap="nowrap">
          <Outcome passed={passed ?? null} />
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            <b>{stepLabels[step]}</b>: {message}
          </Text>
        </Group>
      ))}
    </Stack>
  );
}

function TestLine({ test: { createdAt, testedBy, passed } }: { test: Test }) {
  return (
    <Group gap="xs">
      <Outcome passed={passed} />
      <Text size="sm">
        <Moment at={createdAt} withTime />
        {testedBy && ` by ${testedBy}`}
      </Text>
    </Group>
  );
}

function Outcome({ passed }: { passed: boolean | null }) {
  const { label, color } = outcomes[passed === null ? 'skipped' : passed ? 'passed' : 'failed'];
  return (
    <Badge color={color} miw={92}>
      {label}
    </Badge>
  );
}
