import type { RoleKey } from '@console/contract/access';
import { newSecret } from '@console/server-base/secret-file';
import type { Services } from '../core/access/services.ts';
import { hashSecret } from '../core/base/keys.ts';
import { readPlatformSettings } from '../core/base/settings.ts';
import type { NewRow } from '../core/database/schema.ts';
import { createMailer } from '../core/mail/mailer.ts';
import { createNotices } from '../core/mail/notices.ts';
import { changeProvisionedUser, deleteProvisionedUser } from '../provisioning/change-user.ts';
import { createProvisionedUser } from '../provisioning/create-user.ts';
import { ScimError } from '../provisioning/scim/scim-error.ts';
import type { ScimActor, ScimUser, ScimUserRequest } from '../provisioning/scim/scim-user.ts';
import type { TestPlatform } from './platform.ts';

type Settings = Partial<NewRow<'scim_setting'>>;

/** Response of a SCIM command, or its failure. */
export interface ScimResponse {
  user?: ScimUser;
  isNew?: boolean;
  notes?: string[];
  /** Status, scimType and seconds to wait, if SCIM refused. */
  refused?: { status: number; scimType: string | null; message: string; retryAfterSeconds?: number | undefined };
}

/** The identity provider of an organisation, by default A, with provisioning turned on. */
export async function startScim(platform: TestPlatform, settings: Settings = {}, ent_org_id = platform.orgs.A) {
  const { db } = platform;
  const clock = () => platform.now();
  const platformSettings = readPlatformSettings({ PLATFORM_SECRET: 'a secret of the tests '.repeat(2) });
  const log = { warn() {}, error() {} };
  const { publicUrl } = platformSettings;
  const mailer = createMailer({ database: db, clock, log, publicUrl, smtpUrl: undefined, retryDelayMaxSeconds: 0 });
  const base = { db, clock, mailer, settings: platformSettings };
  const services = { ...base, notices: createNotices(base) } as unknown as Services;
  await db
    .insertInto('scim_setting')
    .values({
      ent_org_id,
      enabled_at: clock(),
      updated_at: clock(),
      default_role: 'AUDITEE',
      default_designation: 'Member',
      default_department: 'InfoSec',
      ...settings,
    })
    .execute();
  const { id: apiKeyId } = await db
    .insertInto('api_key')
    .values({
      owner_org_id: ent_org_id,
      purpose: 'scim',
      name: 'Entra',
      key_hash: hashSecret(newSecret()),
      scopes: [],
      created_at: clock(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const actor: ScimActor = {
    userId: null,
    via: 'scim',
    apiKeyId,
    organisationId: String(ent_org_id),
    requestId: 'r',
  };
  const answered = (command: Promise<ScimResponse>): Promise<ScimResponse> =>
    command.catch((error: unknown) => {
      if (!(error instanceof ScimError)) throw error;
      return { refused: error };
    });
  return {
    actor,
    services,
    create: (request: ScimUserRequest) => answered(createProvisionedUser(services, actor, request)),
    patch: (id: string, request: ScimUserRequest, ifMatch?: string) =>
      answered(changeProvisionedUser(services, actor, id, () => request, { replaces: false, ifMatch })),
    put: (id: string, request: ScimUserRequest, ifMatch?: string) =>
      answered(changeProvisionedUser(services, actor, id, () => request, { replaces: true, ifMatch })),
    remove: (id: string, ifMatch?: string) => answered(deleteProvisionedUser(services, actor, id, { ifMatch })),
    /** Creates a user who must be new, or taken over. */
    async added(request: ScimUserRequest): Promise<ScimUser> {
      const { user } = await createProvisionedUser(services, actor, request);
      return user;
    },
    /** Maps a value of `roles`. */
    mapRole: (value: string, role: RoleKey) => db.insertInto('scim_role').values({ ent_org_id, value, role }).execute(),
    row: (userId: number) => db.selectFrom('ent_usr').selectAll().where('id', '=', userId).executeTakeFirstOrThrow(),
    mails: async (subject: string) => {
      const mails = await db
        .selectFrom('mail')
        .select('recipient')
        .where('subject', '=', subject)
        .orderBy('recipient')
        .execute();
      return mails.map(({ recipient }) => recipient);
    },
  };
}
