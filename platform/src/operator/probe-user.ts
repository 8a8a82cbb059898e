import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import type { RoleKey } from '@console/contract/access';
import { newSecret } from '@console/server-base/secret-file';
import { StartError, systemErrorReason } from '@console/server-base/settings';
import type { Transaction } from 'kysely';
import { z } from 'zod';
import { lockOrganisation, lockUser } from '../core/access/locks.ts';
import { createPasswordHasher } from '../core/access/password-hasher.ts';
import type { Services } from '../core/access/services.ts';
import { type AuditEntry, systemActor } from '../core/base/audit-entry.ts';
import { operatorName } from '../core/base/operator-name.ts';
import type { Database } from '../core/database/schema.ts';
import { type CommandResult, runCommand } from '../core/database/transaction.ts';
import { revokeAllAccess } from '../security/revoke-access.ts';

type ProbeServices = Pick<Services, 'db' | 'clock'>;

/** The request has only the hash: the password stays with the command. */
const requestSchema = z.strictObject({
  email: z.email().toLowerCase().max(320),
  password_hash: z.string().regex(/^\$argon2id\$[\w$=+/,-]+$/),
  operator: operatorName,
});
export type ProbeUserRequest = z.infer<typeof requestSchema>;

export const parseProbeUser = (request: unknown): ProbeUserRequest => requestSchema.parse(request);

const role: RoleKey = 'AUDITEE';
/** Shortest retention: with a sign-in and sign-out per minute, an organisation has 86,400 events in this time. */
const retentionDays = 30;
const unchanged = 'Nothing was changed.';

/** Creates the probe's user in its own organisation, or changes the password. Returns the text to print. */
export const saveProbeUser = (services: ProbeServices, request: ProbeUserRequest): Promise<string> =>
  runCommand({ ...services, notices: null }, systemActor, async (trx) => {
    const found = await findUser(trx, request.email);
    const { answer, audit } = await (found
      ? renewPassword(services, trx, request, found)
      : createUser(services, trx, request));
    const entries = [audit ?? []].flat();
    const { operator } = request;
    return { answer, audit: entries.map((entry) => ({ ...entry, after: { ...entry.after, operator } })) };
  });

const findUser = (trx: Transaction<Database>, email: string) =>
  trx
    .selectFrom('ent_usr')
    .select(['id', 'ent_org_id', 'is_disabled', 'role_id'])
    .where(({ fn }) => fn('lower', ['email']), '=', email)
    .executeTakeFirst();

async function createUser(
  { clock }: ProbeServices,
  trx: Transaction<Database>,
  { email, password_hash }: ProbeUserRequest,
): Promise<CommandResult<string>> {
  const now = clock();
  const times = { created_at: now, updated_at: now };
  const own = { user_limit: 1, otp_required: false, audit_retention_days: retentionDays };
  const isTaken = await trx
    .selectFrom('ent_org')
    .select('id')
    .where(({ fn }) => fn('lower', ['brandname']), '=', 'probe')
    .executeTakeFirst();
  const brandname = isTaken ? `Probe ${email}`.slice(0, 100) : 'Probe';
  const organisation = await trx
    .insertInto('ent_org')
    .values({ guid: randomUUID(), brandname, ...own, ...times })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: role_id } = await trx
    .selectFrom('role')
    .select('id')
    .where('id_str', '=', role)
    .executeTakeFirstOrThrow();
  const person = { email, firstname: 'Probe', role_id, ent_org_id: organisation.id };
  const user = await trx
    .insertInto('ent_usr')
    .values({ ...person, password_hash, password_changed_at: now, ...times })
    .returning('id')
    .executeTakeFirstOrThrow();
  const audit: AuditEntry[] = [
    { action: 'organisations:create', target: { type: 'ent_org', id: organisation.id }, after: { brandname, ...own } },
    { action: 'users:create', target: { type: 'ent_usr', id: user.id }, after: person },
  ];
  return { answer: `Created the probe user ${email}, an Auditee of the new organisation ${brandname}.`, audit };
}

async function renewPassword(
  { clock }: ProbeServices,
  trx: Transaction<Database>,
  { email, password_hash }: ProbeUserRequest,
  { id, ent_org_id }: { id: number; ent_org_id: number | null },
): Promise<CommandResult<string>> {
  const organisation = await lockOrganisation(trx, ent_org_id);
  await lockUser(trx, id);
  const user = await findUser(trx, email);
  const others = await trx
    .selectFrom('ent_usr')
    .innerJoin('role', 'role.id', 'role_id')
    .select('ent_usr.id')
    .where('ent_org_id', '=', ent_org_id)
    .where((is) => is.or([is('ent_usr.id', '<>', id), is('role.id_str', '<>', role)]))
    .limit(1)
    .execute();
  if (!organisation || others.length > 0)
    throw new StartError(`PROBE_EMAIL ${email} is the email of another user. Set a different one. ${unchanged}`);
  if (!user || user.is_disabled || organisation.is_disabled)
    throw new StartError(`${email} or their organisation is inactive. Activate it first. ${unchanged}`);
  const now = clock();
  await trx
    .updateTable('ent_usr')
    .set({ password_hash, password_changed_at: now, updated_at: now })
    .where('id', '=', id)
    .execute();
  await revokeAllAccess(trx, clock, id);
  const audit: AuditEntry = { action: 'users:edit', target: { type: 'ent_usr', id } };
  return { answer: `${email} is already the probe user and has a new password.`, audit };
}

/** Creates a password, passes its hash to `save`, and writes it to a private file. Returns the text to print. */
export async function writeProbePassword(
  path: string,
  save: (passwordHash: string) => Promise<string>,
): Promise<string> {
  const password = newSecret();
  const own = `${path}.${process.pid}`;
  const refuse = (error: unknown) => {
    throw new StartError(`The password file "${path}" cannot be written: ${systemErrorReason(error)}. ${unchanged}`);
  };
  try {
    await writeFile(own, `${password}\n`, { mode: 0o600, flag: 'wx' }).catch(refuse);
    const text = await save(await createPasswordHasher().hash('server', password));
    await rename(own, path).catch(refuse);
    return `${text} The password is in ${path}.`;
  } finally {
    await rm(own, { force: true });
  }
}
