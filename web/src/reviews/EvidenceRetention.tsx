import type { FragmentType } from '@apollo/client';
import { reviewEvidenceYears as range } from '@console/contract/review-limits';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useFragment } from '../apollo/useFragment.ts';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { graphql } from '../gql/gql.ts';
import type { EvidenceRetention_OrganisationFragment } from '../gql/graphql.ts';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { countOf } from '../ui/layout/format.ts';

const organisationFragment = graphql(`
  fragment EvidenceRetention_organisation on Organisation { id reviewEvidenceYears viewerCanSetReviewEvidenceYears }
`);

const setDocument = graphql(`
  mutation EvidenceRetention_Set($input: SetReviewEvidenceYearsInput!) {
    setReviewEvidenceYears(input: $input) { organisation { id reviewEvidenceYears } }
  }
`);

const { min, max } = range;
const rangeText = `A whole number from ${min} to ${max}`;

/** The years of an input. Null unless it is a number in the range. */
function enteredYears(text: string): number | null {
  const years = /^\d{1,2}$/.test(text.trim()) ? Number(text) : 0;
  return years >= min && years <= max ? years : null;
}

interface EvidenceRetentionProps {
  organisation: FragmentType<EvidenceRetention_OrganisationFragment>;
}

/** How long the evidence of access reviews is kept, with a button to change it. */
export function EvidenceRetention({ organisation }: EvidenceRetentionProps) {
  const { data, complete } = useFragment(organisationFragment, organisation);
  const [typed, setTyped] = useState<string | null>(null);
  const [isRefused, setRefused] = useState(false);
  const { mutate, busy, fieldErrors } = useMutationAction(setDocument, {
    success: 'Retention saved',
    fields: ['years'],
  });
  if (!complete || data.reviewEvidenceYears === null) return null;
  const { id, reviewEvidenceYears: current, viewerCanSetReviewEvidenceYears } = data;
  const text = typed ?? String(current);
  const years = enteredYears(text);
  const close = () => setTyped(null);
  const save = async () => {
    setRefused(years === null);
    if (years === null || !(await mutate({ input: { organisationId: id, years } }).catch(() => undefined))) return;
    close();
  };
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm" c="dimmed">
        {`Evidence is kept for ${countOf(current, 'year')}.`}
      </Text>
      {viewerCanSetReviewEvidenceYears && (
        <Button variant="subtle" size="compact-sm" onClick={() => setTyped(String(current))}>
          Change
        </Button>
      )}
      <ConfirmDialog
        opened={typed !== null}
        title="How long should evidence be kept?"
        confirmLabel="Save"
        danger={years !== null && years < current}
        busy={busy}
        typed={text !== String(current)}
        onCancel={close}
        onConfirm={save}
      >
        <TextField
          label="Years"
          description={rangeText}
          required
          inputMode="numeric"
          autoComplete="off"
          value={text}
          error={isRefused && years === null ? rangeText : fieldErrors.years}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Text mt="md">{effectOf(current, years)}</Text>
      </ConfirmDialog>
    </Group>
  );
}

function effectOf(current: number, years: number | null): string {
  if (years !== null && years > current) return 'Evidence that is already deleted cannot be restored.';
  const kept = `Evidence of reviews that ended more than ${countOf(years ?? current, 'year')} ago`;
  return years === null || years === current
    ? `${kept} is permanently deleted. This runs every hour.`
    : `${kept} will be permanently deleted within an hour. This cannot be undone.`;
}
