import type { AuditAction } from '@console/contract/audit-actions';
import type { BulkAction } from '@console/contract/calls/bulk-actions';
import type { Caller } from '../core/access/caller.ts';
import type { Services } from '../core/access/services.ts';
import { Failure } from '../core/base/failure.ts';
import type { Row } from '../core/database/schema.ts';
import { resendInvitation } from '../invitations/renew-invitation.ts';
import { revokeInvitation } from '../invitations/revoke-invitation.ts';
import { setUserDisabled } from '../users/set-disabled.ts';
import { updateUser } from '../users/update-user.ts';
import type { UserInput } from '../users/user-form.ts';

interface RowOfJob {
  job: Row<'bulk_job'>;
  row: Row<'bulk_row'>;
}

interface BulkCommand {
  about: 'users' | 'invitations';
  event: AuditAction;
  sees: boolean;
  run: (services: Services, caller: Caller, given: RowOfJob) => Promise<unknown>;
}

const notAnExternalUser = async () => undefined;

function requireOther(caller: Caller, userId: number, message: string): void {
  if (caller.userId === userId) throw new Failure(403, { message });
}

const setDisabled =
  (disabled: boolean): BulkCommand['run'] =>
  (services, caller, { row }) => {
    requireOther(
      caller,
      row.target_id,
      'The user who started the bulk action cannot activate or deactivate their own account.',
    );
    return setUserDisabled(services, caller, row.target_id, disabled);
  };

const change =
  (inputOf: (job: Row<'bulk_job'>) => UserInput): BulkCommand['run'] =>
  (services, caller, { job, row }) => {
    requireOther(
      caller,
      row.target_id,
      'The user who started the bulk action can change their own details only in the profile.',
    );
    const input = { ...inputOf(job), expected_updated_at: row.seen_at?.toISOString() };
    return updateUser(services, caller, row.target_id, input, notAnExternalUser);
  };

export const bulkCommands: Record<BulkAction, BulkCommand> = {
  activate: {
    about: 'users',
    event: 'users:activate',
    sees: false,
    run: setDisabled(false),
  },
  deactivate: {
    about: 'users',
    event: 'users:deactivate',
    sees: false,
    run: setDisabled(true),
  },
  change_role: {
    about: 'users',
    event: 'users:edit',
    sees: true,
    run: change(({ role_id }) => ({ role_id: role_id ?? 0 })),
  },
  change_department: {
    about: 'users',
    event: 'users:edit',
    sees: true,
    run: change(({ department_name }) => ({ department_name })),
  },
  resend_invitation: {
    about: 'invitations',
    event: 'invitations:resend',
    sees: false,
    run: (services, caller, { row }) => resendInvitation(services, caller, row.target_id),
  },
  revoke_invitation: {
    about: 'invitations',
    event: 'invitations:revoke',
    sees: false,
    run: (services, caller, { row }) => revokeInvitation(services, caller, row.target_id),
  },
};
