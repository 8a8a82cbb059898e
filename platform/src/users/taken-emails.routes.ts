import { usersFileCalls } from '@console/contract/calls/users-file';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { authorizeOrganisation } from '../core/access/allowed-organisations.ts';
import type { Services } from '../core/access/services.ts';
import { isFreeFor } from '../core/access/unproven-users.ts';
import { notFound } from '../core/base/failure.ts';
import { parseId } from '../core/base/parse-id.ts';
import { route } from '../core/http/route.ts';
import { usersStore } from './users.store.ts';

/** Emails of an upload that the organisation has, without revoked users, who come back by an upload; an extension. */
export function takenEmailsRoutes(app: FastifyInstance, { db, settings }: Services): void {
  if (!settings.extensions) return;
  route(app, usersFileCalls.takenEmails, { action: 'users:view' }, async ({ caller, body }) => {
    const organisationId = parseId(body.org_id);
    const allowed = authorizeOrganisation(caller, 'users:view', organisationId);
    if (!(await usersStore(db, allowed).organisationExists(organisationId))) throw notFound();
    const wanted = body.emails.map((email) => email.toLowerCase());
    const rows = await db
      .selectFrom('ent_usr')
      .select(sql<string>`lower(email)`.as('email'))
      .where('ent_org_id', '=', organisationId)
      .where(sql<boolean>`lower(email) = any(${wanted}::text[])`)
      .where(sql<boolean>`not ${isFreeFor(organisationId)}`)
      .execute();
    return { emails: rows.map(({ email }) => email) };
  });
}
