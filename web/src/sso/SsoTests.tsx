import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { browserPage } from '../apollo/browserPage.ts';
import { storeTestedPage } from '../apollo/providerTest.ts';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { graphql } from '../gql/gql.ts';
import type { SsoTestKind, SsoTestStep } from '../gql/graphql.ts';
import { httpAddress } from '../ui/navigation/httpAddress.ts';
import { Moment } from '../ui/values/Moment.tsx';
import { newestTests, type PanelSingleSignOn } from './singleSignOnValues.ts';

const testDocument = graphql(`
  mutation SsoTests_Test($input: TestSingleSignOnInput!) {
    testSingleSignOn(input: $input) { organisation { id ...SingleSignOnPanel_organisation } }
  }
`);

const signInDocument = graphql(`
  mutation SsoTests_SignIn($input: StartSingleSignOnTestInput!) {
    startSingleSignOnTest(input: $input) { url refusal { message } }
  }
`);

type Test = PanelSingleSignOn['tests'][number];

const stepLabels: Record<SsoTestStep, string> = {
  DISCOVERY_URL: 'Discovery URL',
  DISCOVERY: 'Discovery',
  ISSUER: 'Issuer',
  KEYS: 'Keys',
  CLOCK: 'Clock',
  LOGOUT: 'Logout',
  CLIENT: 'Client and secret',
  CLAIMS: 'Claims',
  DOMAIN: 'Domain',
};

const kindLabels: Record<SsoTestKind, string> = { CONNECTION: 'Connection', SIGN_IN: 'Sign-in' };

const outcomes = {
  passed: { label: 'Passed', color: 'green' },
  failed: { label: 'Failed', color: 'red' },
  skipped: { label: 'Not tested', color: 'gray' },
} as const;

export interface SsoTestsProps {
  id: string;
  singleSignOn: PanelSingleSignOn;
  mayTest: boolean;
}

/** The tests of the settings: the findings of the newest test of each kind, and the dates of earlier ones. */
export function SsoTests({ id, singleSignOn, mayTest }: SsoTestsProps) {
  const { tests, testedBySigningIn } = singleSignOn;
  const newest = newestTests(tests);
  const older = tests.filter((test) => !newest.includes(test));
  return (
    <Stack gap="md">
      {tests.length === 0 && <Text c="dimmed">Not tested yet. Test the connection, then test signing in.</Text>}
      {newest.map((test) => (
        <NewestTest key={test.id} test={test} />
      ))}
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
          <TestButton id={id} />
          {testedBySigningIn !== null && <SignInButton id={id} mayBegin={singleSignOn.tested} />}
        </Group>
      )}
    </Stack>
  );
}

function TestButton({ id }: { id: string }) {
  const { mutate, busy } = useMutationAction(testDocument, { keyed: false });
  return (
    <Button
      variant="default"
      loading={busy}
      onClick={() => void mutate({ input: { organisationId: id } }).catch(() => undefined)}
    >
      Test single sign-on
    </Button>
  );
}

/** Leads to the provider, which redirects back to this page. */
function SignInButton({ id, mayBegin }: { id: string; mayBegin: boolean }) {
  const { pathname, search } = useLocation();
  const [refused, setRefused] = useState<string | null>(null);
  const { mutate, busy } = useMutationAction(signInDocument, { keyed: false });
  const begin = async () => {
    setRefused(null);
    const answer = await mutate({ input: { organisationId: id } }).catch(() => undefined);
    const { url, refusal } = answer?.startSingleSignOnTest ?? {};
    if (refusal) setRefused(refusal.message);
    const address = url && httpAddress(url);
    if (!address) return;
    storeTestedPage(pathname + search);
    browserPage.goTo(address);
  };
  return (
    <>
      <Button
        variant="default"
        loading={busy}
        disabled={!mayBegin}
        title={mayBegin ? undefined : 'Test single sign-on first'}
        onClick={() => void begin()}
      >
        Sign in to test
      </Button>
      {refused && (
        <Text c="red" size="sm" role="alert">
          {refused}
        </Text>
      )}
    </>
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

function TestLine({ test: { kind, createdAt, testedBy, passed } }: { test: Test }) {
  return (
    <Group gap="xs">
      <Outcome passed={passed} />
      <Text size="sm">
        {kindLabels[kind]}, <Moment at={createdAt} withTime />
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
