import { usersFileCalls } from '@console/contract/calls/users-file';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { authorizeOrganisation } from '../core/access/allowed-organisations.ts';
import type { Services } from '../core/access/services.ts';
import { isFreeFor } from '../core/access/unproven-users.ts';
import { notFound } from '../core/base/failure.ts';
import { parseId } from '../core/base/parse-id.ts';
import { emailSpellings } from '../core/database/email-spelling.ts';
import { route } from '../core/http/route.ts';
import { usersStore } from './users.store.ts';

/** Emails of an upload that the organisation has, without revoked users, who come back by an upload; an extension. */
export function takenEmailsRoutes(app: FastifyInstance, { db, settings }: Services): void {
  if (!settings.extensions) return;
  route(app, usersFileCalls.takenEmails, { action: 'users:view' }, async ({ caller, body }) => {
    const organisationId = parseId(body.org_id);
    const allowed = authorizeOrganisation(caller, 'users:view', organisationId);
    if (!(await usersStore(db, allowed).organisationExists(organisationId))) throw notFound();
    const rows = await db
      .selectFrom('ent_usr')
      .select(sql<string>`lower(email)`.as('email'))
      .where('ent_org_id', '=', organisationId)
      .where(sql<boolean>`lower(email) = any(${emailSpellings(body.emails)}::text[])`)
      .where(sql<boolean>`not ${isFreeFor(organisationId)}`)
      .execute();
    const taken = new Set(rows.map(({ email }) => email));
    const wanted = [...new Set(body.emails.map((email) => email.toLowerCase()))];
    return { emails: wanted.filter((email) => emailSpellings([email]).some((spelling) => taken.has(spelling))) };
  });
}
