import { roleByName } from '@console/contract/access';
import { linkInvitation } from '@console/contract/calls/account';
import type { Context } from '../core/context.ts';
import { toRole } from '../product-api/reads.ts';
import { isoTimeOf, type Raw, recordOf, textOf } from '../product-api/shape.ts';

const kinds = linkInvitation.shape.kind.options;

/** Invitation of a mailed link from REST-8; null if missing or not understood. */
export async function linkInvitationOf(context: Context, answered: unknown) {
  if (!(await context.supports('extensions'))) return null;
  const body: Raw<typeof linkInvitation> = recordOf(answered);
  const kind = kinds.find((one) => one === body.kind);
  const expiresAt = isoTimeOf(body.expires_at);
  if (!kind || expiresAt === null) return null;
  const role = roleByName(textOf(body.role));
  return {
    kind: kind.toUpperCase() as Uppercase<typeof kind>,
    invitedBy: textOf(body.inviter),
    organisation: textOf(body.organisation),
    role: role && toRole(role, null).name,
    expiresAt,
  };
}
