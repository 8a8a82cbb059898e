import type { Transaction } from 'kysely';
import type { Caller } from '../core/access/caller.ts';
import type { Services } from '../core/access/services.ts';
import type { AuditEntry } from '../core/base/audit-entry.ts';
import type { Database } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import { invitationsStore, toInvitationResponses } from './invitations.store.ts';
import { allowedForInvitation, type LockedInvitation, lockInvitation } from './lock-invitation.ts';

export type InvitationResponse = Awaited<ReturnType<typeof toInvitationResponses>>[number];

/** Changes a locked, unaccepted invitation. Returns additions to the response, null if unchanged; adds events. */
type Change<More> = (
  trx: Transaction<Database>,
  locked: LockedInvitation,
  events: AuditEntry[],
) => Promise<More | null>;

/** Runs a change as a command. `stored` is the response without secrets. */
export const changeInvitation = <More extends object>(
  services: Services,
  caller: Caller,
  id: number,
  { verb, change, unchanged, stored }: { verb: string; change: Change<More>; unchanged: More; stored?: More },
): Promise<{ invitation: InvitationResponse } & More> =>
  runCommand(services, caller, async (trx) => {
    const locked = await lockInvitation(services, trx, caller, id);
    const events: AuditEntry[] = [];
    const more = await change(trx, locked, events);
    const allowed = allowedForInvitation(caller, locked.invitation);
    const row = await invitationsStore(trx, services.clock(), allowed).find(id);
    const [invitation] = row ? await toInvitationResponses(services, trx, allowed, [row]) : [];
    if (!row || !invitation) throw new Error('the changed invitation is gone');
    const fields = ({ expires_at, revoked_at, state }: typeof row) => ({ expires_at, revoked_at, state });
    const { kind, email } = row;
    return {
      answer: { invitation, ...(more ?? unchanged) },
      ...(stored && { stored: { invitation, ...stored } }),
      audit: more && [
        {
          action: `invitations:${verb}`,
          target: { type: 'invitation', id },
          organisationId: row.ent_org_id,
          before: fields(locked.invitation),
          after: { kind, email, ...fields(row) },
        },
        ...events,
      ],
    };
  });
