import type { FragmentType } from '@apollo/client';
import { signInRetentionDays as range } from '@console/contract/audit-retention';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useFragment } from '../apollo/useFragment.ts';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { graphql } from '../gql/gql.ts';
import type { SignInRetention_OrganisationFragment } from '../gql/graphql.ts';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { TextField } from '../ui/form/TextField.tsx';

const organisationFragment = graphql(`
  fragment SignInRetention_organisation on Organisation { id signInRetentionDays viewerCanSetSignInRetention }
`);

const setDocument = graphql(`
  mutation SignInRetention_Set($input: SetSignInRetentionInput!) {
    setSignInRetention(input: $input) { organisation { id signInRetentionDays } }
  }
`);

const { min, max } = range;
const rangeText = `A whole number from ${min} to ${max}, or empty`;

/** The days of an input, null if it is empty; undefined unless it is a number in the range. */
function enteredDays(text: string): number | null | undefined {
  const entered = text.trim();
  if (entered === '') return null;
  const days = /^\d{1,3}$/.test(entered) ? Number(entered) : 0;
  return days >= min && days <= max ? days : undefined;
}

interface SignInRetentionProps {
  organisation: FragmentType<SignInRetention_OrganisationFragment>;
}

/** How long sign-ins and refusals of an organisation have personal data, with a button to change it. */
export function SignInRetention({ organisation }: SignInRetentionProps) {
  const { data, complete } = useFragment(organisationFragment, organisation);
  const [typed, setTyped] = useState<string | null>(null);
  const [isRefused, setRefused] = useState(false);
  const { mutate, busy, fieldErrors } = useMutationAction(setDocument, {
    success: 'Retention saved',
    fields: ['days'],
  });
  if (!complete || (data.signInRetentionDays === null && !data.viewerCanSetSignInRetention)) return null;
  const { id, signInRetentionDays: current } = data;
  const currentText = current === null ? '' : String(current);
  const text = typed ?? currentText;
  const days = enteredDays(text);
  const close = () => setTyped(null);
  const save = async () => {
    setRefused(days === undefined);
    if (days === undefined || !(await mutate({ input: { organisationId: id, days } }).catch(() => undefined))) return;
    close();
  };
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm" c="dimmed">
        {current === null
          ? 'Sign-ins and refused requests are kept as long as other events.'
          : `Sign-ins and refused requests show people and IP addresses for ${current} days.`}
      </Text>
      {data.viewerCanSetSignInRetention && (
        <Button variant="subtle" size="compact-sm" onClick={() => setTyped(currentText)}>
          Change for sign-ins
        </Button>
      )}
      <ConfirmDialog
        opened={typed !== null}
        title="How long should sign-ins show people?"
        confirmLabel="Save"
        danger={typeof days === 'number' && days < (current ?? Number.POSITIVE_INFINITY)}
        busy={busy}
        typed={text !== currentText}
        onCancel={close}
        onConfirm={save}
      >
        <TextField
          label="Days"
          description={rangeText}
          inputMode="numeric"
          autoComplete="off"
          value={text}
          error={isRefused && days === undefined ? rangeText : fieldErrors.days}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Text mt="md">{effectOf(days)}</Text>
      </ConfirmDialog>
    </Group>
  );
}

const effectOf = (days: number | null | undefined): string =>
  days == null
    ? 'Sign-ins and refused requests keep people and IP addresses until they are deleted. Data that was already erased cannot be restored.'
    : `People and IP addresses are permanently erased from sign-ins and refused requests older than ${days} days. The events stay, without saying who they are of. This cannot be undone.`;
