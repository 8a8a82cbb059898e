import type { Kysely, Transaction } from 'kysely';
import { chainAllAuditEvents } from '../audit/audit-jobs.ts';
import { createPasswordHasher } from '../core/access/password-hasher.ts';
import { addMs, type Clock, dayMs, hourMs } from '../core/base/clock.ts';
import type { Database, NewRow, Row } from '../core/database/schema.ts';
import { renderMail } from '../core/mail/mail-layout.ts';
import { externalInvitationMail } from '../invitations/invitation-mail-texts.ts';
import { lockPlatformStart } from '../users/lock-platform-start.ts';
import { insertDemoActivity } from './activity.ts';
import { demoAssessments, demoModels, demoModules, demoResponders } from './assessments.ts';
import { demoInvitations } from './invitations.ts';
import { demoMappings, demoUserMappings, type SeededOrganisation, type SeededUser } from './mappings.ts';
import { type DemoOrganisation, demoFiles, demoOrganisations } from './organisations.ts';
import { demoPasskeys } from './passkeys.ts';
import { createRandom, createRandomDates } from './random.ts';
import { demoSignInHistory } from './sign-in-history.ts';
import { demoPassword } from './sign-ins.ts';
import { type DemoUser, demoUsers, findDemoOrganiser, withRecentInvitations } from './users.ts';

const seed = 20_260_101;
const chunk = 250;

/** Fills an empty database with the same data for the same day. False if it is not empty; `onFilling` is called first. */
export async function seedDemo(
  db: Kysely<Database>,
  { clock, onFilling }: { clock: Clock; onFilling?: (() => void) | undefined },
): Promise<boolean> {
  const now = clock();
  const passwordHash = await createPasswordHasher().hash('server', demoPassword);
  const isFilled = await db.transaction().execute(async (trx) => {
    await lockPlatformStart(trx);
    if (!(await isEmpty(trx))) return false;
    onFilling?.();
    await fill(trx, now, passwordHash);
    return true;
  });
  if (isFilled) await chainAllAuditEvents(db);
  return isFilled;
}

async function isEmpty(trx: Transaction<Database>): Promise<boolean> {
  const organisation = await trx.selectFrom('ent_org').select('id').limit(1).executeTakeFirst();
  const user = await trx.selectFrom('ent_usr').select('id').limit(1).executeTakeFirst();
  return !organisation && !user;
}

async function fill(trx: Transaction<Database>, now: Date, passwordHash: string): Promise<void> {
  const today = addMs(now, -(now.getTime() % dayMs));
  const random = createRandom(seed);
  const randomDates = createRandomDates(now, random);
  const organisations = demoOrganisations(random, randomDates);
  // A separate random sequence, so that more activity does not change the other data.
  const activityRandom = createRandom(seed + 1);
  const activityDates = createRandomDates(now, activityRandom);
  const users = withRecentInvitations(demoUsers(organisations, random, randomDates, passwordHash), activityDates);
  const signIns = demoSignInHistory(users, activityRandom, activityDates);
  const organisationIds = await insertOrganisations(trx, organisations, users);
  const userIds = await insertUsers(trx, users, organisationIds, signIns);

  const seededOrganisations: SeededOrganisation[] = organisations.map((organisation) => ({
    id: idOf(organisationIds, organisation.guid),
    organiserId: idOf(userIds, findDemoOrganiser(users, organisation)?.email),
    created_at: organisation.created_at,
  }));
  const seededUsers: SeededUser[] = users
    .filter((user) => user.organisation && !user.is_disabled)
    .map((user) => ({
      id: idOf(userIds, user.email),
      organisationId: idOf(organisationIds, user.organisation?.guid),
      roleId: user.role_id ?? null,
      created_at: user.created_at,
    }));
  for (const { id, organiserId } of seededOrganisations)
    await trx.updateTable('ent_org').set({ organizer_id: organiserId }).where('id', '=', id).execute();
  await insertFiles(trx, organisations, organisationIds);

  const models = demoModels(seededOrganisations, random, randomDates);
  await trx.insertInto('subscribed_model').values(models).execute();
  await trx.insertInto('subscribed_module').values(demoModules(seededOrganisations, random)).execute();
  const assessments = await trx
    .insertInto('asmt')
    .values(demoAssessments(seededOrganisations, models, seededUsers, random, randomDates))
    .returningAll()
    .execute();
  await trx.insertInto('responder').values(demoResponders(seededOrganisations, seededUsers)).execute();
  const mappings = await trx
    .insertInto('org_mapping')
    .values(demoMappings(seededOrganisations, random, randomDates))
    .returningAll()
    .execute();
  const externalUsers = await trx
    .insertInto('user_mapping')
    .values(demoUserMappings(seededOrganisations, seededUsers, random, randomDates))
    .returningAll()
    .execute();

  const people = users.map((user) => ({
    ...user,
    id: idOf(userIds, user.email),
    organisationId: user.organisation && idOf(organisationIds, user.organisation.guid),
  }));
  const guests = people.flatMap(({ id, organisationId, password_hash, created_at }) =>
    organisationId && !password_hash ? [{ id, organisationId, created_at }] : [],
  );
  const invitations = await insertInvitations(trx, demoInvitations(guests, externalUsers, seededOrganisations, today));
  const passkeys = demoPasskeys(people, signIns, activityRandom, activityDates);
  await trx.insertInto('passkey').values(passkeys).execute();
  const emails = new Map(people.map(({ id, email }) => [id, email]));
  const history = {
    people,
    signIns,
    mappings,
    externalUsers,
    assessments,
    passkeys,
    invitations: invitations.map((one) => ({ ...one, email: emails.get(one.ent_usr_id) ?? '' })),
  };
  await insertDemoActivity(trx, history, { today, random: activityRandom, randomDates: activityDates });
}

/** One pending invitation could not be delivered. */
async function insertInvitations(
  trx: Transaction<Database>,
  rows: NewRow<'invitation'>[],
): Promise<Row<'invitation'>[]> {
  const invitations = await trx.insertInto('invitation').values(rows).returningAll().execute();
  const {
    id,
    email,
    sent_at,
    firstname: name,
    brandname: organisation,
  } = await trx
    .selectFrom('invitation')
    .innerJoin('ent_usr', 'ent_usr.id', 'invitation.ent_usr_id')
    .innerJoin('ent_org', 'ent_org.id', 'invitation.ent_org_id')
    .innerJoin('user_mapping', (join) =>
      join
        .onRef('user_mapping.ent_usr_id', '=', 'invitation.ent_usr_id')
        .onRef('user_mapping.mapped_org_id', '=', 'invitation.ent_org_id'),
    )
    .select(['invitation.id', 'ent_usr.email', 'invitation.sent_at', 'ent_usr.firstname', 'ent_org.brandname'])
    .where('invitation.kind', '=', 'external_user')
    .where('user_mapping.activated', 'is', null)
    .orderBy('invitation.ent_org_id')
    .orderBy('invitation.id', 'desc')
    .executeTakeFirstOrThrow();
  const failure = '550 5.1.1 The email account does not exist';
  const content = externalInvitationMail({ name, by: null, organisation });
  const { subject, text, html } = renderMail(content, { consoleUrl: new URL('http://localhost:3000'), organisation });
  const mail = { recipient: email, subject, body_text: text, body_html: html, created_at: sent_at };
  await trx
    .insertInto('mail')
    .values({ ...mail, failed_at: addMs(sent_at, hourMs), failure, invitation_id: id })
    .execute();
  return invitations;
}

function idOf(ids: Map<string, number>, key: string | undefined): number {
  const id = ids.get(key ?? '');
  if (id === undefined) throw new Error(`demo data: no row for ${key}`);
  return id;
}

async function insertOrganisations(trx: Transaction<Database>, organisations: DemoOrganisation[], users: DemoUser[]) {
  const rows = organisations.map(({ domain, dial: _dial, ...row }, place) => {
    const active = users.filter((user) => user.organisation?.domain === domain && !user.is_disabled).length;
    // One organisation has reached its user limit, and another one nearly.
    const free = { 3: 1, 4: 0 }[place] ?? 40 - place;
    return { ...row, user_limit: place % 3 === 2 ? null : active + free };
  });
  const inserted = await trx.insertInto('ent_org').values(rows).returning(['id', 'guid']).execute();
  return new Map(inserted.map(({ id, guid }) => [guid, id]));
}

async function insertUsers(
  trx: Transaction<Database>,
  users: DemoUser[],
  organisationIds: Map<string, number>,
  signIns: ReadonlyMap<string, readonly Date[]>,
) {
  const ids = new Map<string, number>();
  for (let from = 0; from < users.length; from += chunk) {
    const rows = users.slice(from, from + chunk).map(({ organisation, ...row }) => ({
      ...row,
      supervisor_set_at: row.supervisor ? row.created_at : null,
      password_changed_at: row.password_hash ? row.created_at : null,
      last_sign_in_at: signIns.get(row.email)?.at(-1) ?? null,
      ent_org_id: organisation && idOf(organisationIds, organisation.guid),
    }));
    const inserted = await trx.insertInto('ent_usr').values(rows).returning(['id', 'email']).execute();
    for (const { id, email } of inserted) ids.set(email, id);
  }
  return ids;
}

async function insertFiles(
  trx: Transaction<Database>,
  organisations: DemoOrganisation[],
  organisationIds: Map<string, number>,
) {
  for (const { brandname, kind, id, bytes } of demoFiles) {
    const organisation = organisations.find((one) => one.brandname === brandname);
    const ent_org_id = idOf(organisationIds, organisation?.guid);
    const created_at = organisation?.created_at as Date;
    await trx
      .insertInto('stored_file')
      .values({ id, ent_org_id, file_name: `${kind}.png`, content_type: 'image/png', bytes, created_at })
      .execute();
    const column = kind === 'logo' ? { logo_id: id } : { icon_id: id };
    await trx.updateTable('ent_org').set(column).where('id', '=', ent_org_id).execute();
  }
}
