import { takenEmailsCalls } from '@console/contract/calls/taken-emails';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { authorizeOrganisation } from '../core/access/allowed-organisations.ts';
import type { Services } from '../core/access/services.ts';
import { notFound } from '../core/base/failure.ts';
import { parseId } from '../core/base/parse-id.ts';
import { route } from '../core/http/route.ts';
import { usersStore } from './users.store.ts';

/** Which emails of a file of users an organisation has already; an extension. */
export function takenEmailsRoutes(app: FastifyInstance, { db, settings }: Services): void {
  if (!settings.extensions) return;
  route(app, takenEmailsCalls.takenEmails, { action: 'users:view' }, async ({ caller, body }) => {
    const organisationId = parseId(body.org_id);
    const allowed = authorizeOrganisation(caller, 'users:view', organisationId);
    if (!(await usersStore(db, allowed).organisationExists(organisationId))) throw notFound();
    const wanted = body.emails.map((email) => email.toLowerCase());
    const rows = await db
      .selectFrom('ent_usr')
      .select(sql<string>`lower(email)`.as('email'))
      .where('ent_org_id', '=', organisationId)
      .where(sql<boolean>`lower(email) = any(${wanted}::text[])`)
      .execute();
    return { emails: rows.map(({ email }) => email) };
  });
}
