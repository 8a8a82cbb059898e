import type { FragmentType } from '@apollo/client';
import { auditRetentionDays as range } from '@console/contract/audit-retention';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useFragment } from '../apollo/useFragment.ts';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { graphql } from '../gql/gql.ts';
import type { AuditRetention_OrganisationFragment } from '../gql/graphql.ts';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { formatCount } from '../ui/layout/format.ts';

const organisationFragment = graphql(`
  fragment AuditRetention_organisation on Organisation { id auditRetentionDays viewerCanSetAuditRetention }
`);

const setDocument = graphql(`
  mutation AuditRetention_Set($input: SetAuditRetentionInput!) {
    setAuditRetention(input: $input) { organisation { id auditRetentionDays } }
  }
`);

const { min, max } = range;
const rangeText = `A whole number from ${formatCount(min)} to ${formatCount(max)}`;

/** The days of an input. Null unless it is a number in the range. */
function enteredDays(text: string): number | null {
  const days = /^\d{1,5}$/.test(text.trim()) ? Number(text) : 0;
  return days >= min && days <= max ? days : null;
}

interface AuditRetentionProps {
  organisation: FragmentType<AuditRetention_OrganisationFragment>;
}

/** How long an organisation's activity is kept, with a button to change it. */
export function AuditRetention({ organisation }: AuditRetentionProps) {
  const { data, complete } = useFragment(organisationFragment, organisation);
  const [typed, setTyped] = useState<string | null>(null);
  const [isRefused, setRefused] = useState(false);
  const { mutate, busy, fieldErrors } = useMutationAction(setDocument, {
    success: 'Retention saved',
    fields: ['days'],
  });
  if (!complete || data.auditRetentionDays === null) return null;
  const { id, auditRetentionDays: current, viewerCanSetAuditRetention } = data;
  const text = typed ?? String(current);
  const days = enteredDays(text);
  const close = () => setTyped(null);
  const save = async () => {
    setRefused(days === null);
    if (days === null || !(await mutate({ input: { organisationId: id, days } }).catch(() => undefined))) return;
    close();
  };
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm" c="dimmed">
        {`Events are kept for ${formatCount(current)} days.`}
      </Text>
      {viewerCanSetAuditRetention && (
        <Button variant="subtle" size="compact-sm" onClick={() => setTyped(String(current))}>
          Change
        </Button>
      )}
      <ConfirmDialog
        opened={typed !== null}
        title="How long should activity be kept?"
        confirmLabel="Save"
        danger={days !== null && days < current}
        busy={busy}
        typed={text !== String(current)}
        onCancel={close}
        onConfirm={save}
      >
        <TextField
          label="Days"
          description={rangeText}
          required
          inputMode="numeric"
          autoComplete="off"
          value={text}
          error={isRefused && days === null ? rangeText : fieldErrors.days}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Text mt="md">{effectOf(current, days)}</Text>
      </ConfirmDialog>
    </Group>
  );
}

function effectOf(current: number, days: number | null): string {
  if (days === null || days === current)
    return `Events older than ${formatCount(current)} days are permanently deleted. This runs every hour.`;
  if (days > current) return 'Events that are already deleted cannot be restored.';
  return `Events older than ${formatCount(days)} days (${formatCount(current - days)} days of activity) will be permanently deleted within an hour.`;
}
