import type { FragmentType } from '@apollo/client';
import { auditRetentionDays as range } from '@console/contract/audit-retention';
import { useFragment } from '../apollo/useFragment.ts';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { graphql } from '../gql/gql.ts';
import type { AuditRetention_OrganisationFragment } from '../gql/graphql.ts';
import { NumberSetting } from '../ui/dialog/NumberSetting.tsx';
import { spanOf } from '../ui/layout/format.ts';

const organisationFragment = graphql(`
  fragment AuditRetention_organisation on Organisation { id auditRetentionDays viewerCanSetAuditRetention }
`);

const setDocument = graphql(`
  mutation AuditRetention_Set($input: SetAuditRetentionInput!) {
    setAuditRetention(input: $input) { organisation { id auditRetentionDays } }
  }
`);

interface AuditRetentionProps {
  organisation: FragmentType<AuditRetention_OrganisationFragment>;
}

/** How long an organisation's activity is kept, with a button to change it. */
export function AuditRetention({ organisation }: AuditRetentionProps) {
  const { data, complete } = useFragment(organisationFragment, organisation);
  const { mutate, busy, fieldErrors } = useMutationAction(setDocument, {
    success: 'Retention saved',
    fields: ['days'],
  });
  if (!complete || data.auditRetentionDays === null) return null;
  const { id, auditRetentionDays: current, viewerCanSetAuditRetention } = data;
  return (
    <NumberSetting
      summary={`Events are kept for ${spanOf(current)}.`}
      current={current}
      canChange={viewerCanSetAuditRetention}
      title="How long should activity be kept?"
      label="Days"
      range={range}
      busy={busy}
      fieldError={fieldErrors.days}
      effectOf={(days) => effectOf(current, days ?? null)}
      save={(days) => mutate({ input: { organisationId: id, days: days ?? current } })}
    />
  );
}

function effectOf(current: number, days: number | null): string {
  if (days === null || days === current)
    return `Events older than ${spanOf(current)} are permanently deleted. This runs every hour.`;
  if (days > current) return 'Events that are already deleted cannot be restored.';
  return `Events older than ${spanOf(days)} (${spanOf(current - days)} of activity) will be permanently deleted within an hour.`;
}
