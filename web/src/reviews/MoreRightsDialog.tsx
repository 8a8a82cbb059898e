import { reviewLimits } from '@console/contract/review-limits';
import { Textarea } from '@mantine/core';
import { useState } from 'react';
import type { RoleKey } from '../gql/graphql.ts';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { countOf } from '../ui/values/format.ts';
import { isolated } from '../ui/values/isolated.ts';
import { roleLabels } from '../users/roleLabels.ts';

interface MoreRightsDialogProps {
  names: readonly string[];
  newRole: RoleKey;
  onCancel: () => void;
  onReason: (reason: string) => void;
}

/** Asks for the reason of a change of role that gives more rights. */
export function MoreRightsDialog({ names, newRole, onCancel, onReason }: MoreRightsDialogProps) {
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const who = names.length === 1 ? isolated(names[0] ?? '') : countOf(names.length, 'person', 'people');
  const confirm = () => (reason.trim() ? onReason(reason.trim()) : setMissing(true));
  return (
    <ConfirmDialog
      opened
      title={`Change the role of ${who} to ${roleLabels[newRole]}?`}
      confirmLabel="Change role"
      typed={reason !== ''}
      onCancel={onCancel}
      onConfirm={confirm}
    >
      <Textarea
        label="Reason"
        description="This role has more permissions. The evidence includes the reason."
        required
        maxLength={reviewLimits.reasonLength}
        autosize
        minRows={2}
        value={reason}
        error={missing && 'Enter a reason'}
        onChange={({ currentTarget }) => {
          setReason(currentTarget.value);
          setMissing(false);
        }}
      />
    </ConfirmDialog>
  );
}
