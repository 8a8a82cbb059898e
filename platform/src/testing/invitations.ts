import type { LightMyRequestResponse } from 'fastify';
import type { UserName } from './fixtures.ts';
import { newUser } from './forms.ts';
import type { TestPlatform } from './platform.ts';

type Answer = Promise<LightMyRequestResponse>;

/** Sends invitations as users of a platform, and reads invitations and emails. */
export function invitationCalls(platform: TestPlatform) {
  const send = async (what: `${'GET' | 'POST'} ${string}`, user: UserName, body?: object): Answer =>
    platform.call(what, { key: (await platform.signIn(user)).apiKey, body });
  const change = async (verb: string, id: number, user: UserName = 'orgA'): Answer =>
    send(`POST /consoles/ext/${verb}`, user, { invitation_id: id });
  const mailsTo = async (email: string) =>
    (await platform.db.selectFrom('mail').selectAll().where('recipient', '=', email).orderBy('id').execute()).map(
      ({ body_text }) => body_text ?? '',
    );
  return {
    send,
    create: async (email: string, more: object = {}, user: UserName = 'orgA') =>
      (await send('POST /consoles/create_org_user', user, { ent_usr: newUser(email, { role_id: 4, ...more }) })).json()
        .user,
    inviteOrganisation: (email: string, user: UserName = 'orgA'): Answer =>
      send('POST /consoles/invite_user', user, { user: { email } }),
    inviteExternal: (email: string, user: UserName = 'assA', ext_org_id = platform.orgs.A): Answer =>
      send('POST /consoles/external_org_invite_user', user, { user: { email }, ext_org_id }),
    list: async (query = '', user: UserName = 'orgA', org = platform.orgs.A) =>
      (await send(`GET /consoles/ext/invitations?org_id=${org}${query}`, user)).json(),
    resend: (id: number, user?: UserName): Answer => change('resend_invitation', id, user),
    revoke: (id: number, user?: UserName): Answer => change('revoke_invitation', id, user),
    copyLink: (id: number, user?: UserName): Answer => change('copy_invitation_link', id, user),
    mailsTo,
    /** The token of the last link in a mail to an email. */
    mailedToken: async (email: string) =>
      (await mailsTo(email)).flatMap((text) => /token=([\w-]+)/.exec(text)?.[1] ?? []).at(-1) ?? '',
    setPassword: (email: string, reset_password_token: string): Answer =>
      platform.call('POST /consoles/reset_pwd', {
        body: { email, password: 'Fresh-start1', password_confirmation: 'Fresh-start1', reset_password_token },
      }),
    lookUp: (token: string): Answer =>
      platform.call('POST /consoles/user_by_reset_pwd', { body: { reset_password_token: token } }),
  };
}
