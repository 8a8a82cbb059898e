import { type InvitationKind, invitationKinds, type orgInvitation } from '@console/contract/calls/invitations';
import type { Connection } from '../product-api/paging.ts';
import { idOf, isoTimeOf, type Raw, textOf } from '../product-api/shape.ts';

export type InvitationBody = Raw<typeof orgInvitation> & { readonly kind: InvitationKind };

export type InvitationConnectionParent = Connection<InvitationBody>;

/** An invitation; null without its essential parts. */
export function invitationOf(value: unknown): InvitationBody | null {
  const body = value as Raw<typeof orgInvitation> | null | undefined;
  const kind = invitationKinds.find((one) => one === body?.kind);
  if (!body || !kind || textOf(body.email) === null || isoTimeOf(body.sent_at) === null) return null;
  return [body.id, body.ent_org_id, body.ent_usr_id].some((id) => idOf(id) === null) ? null : { ...body, kind };
}
