import { type Kysely, sql } from 'kysely';

/** Invitations that were not accepted yet are found in the tables of earlier releases, which did not keep the others. */
const statements = [
  `create table invitation (
    id integer primary key generated always as identity,
    ent_org_id integer not null references ent_org (id) on delete cascade,
    ent_usr_id integer not null references ent_usr (id) on delete cascade,
    kind text not null check (kind in ('user', 'organisation', 'external_user')),
    requester_id integer references ent_usr (id) on delete set null,
    token_hash text,
    sent_at timestamptz not null,
    expires_at timestamptz,
    revoked_at timestamptz,
    copied_at timestamptz,
    unique (ent_usr_id, ent_org_id, kind))`,
  `create index invitation_list on invitation (ent_org_id, sent_at desc, id desc)`,
  `alter table mail
    add column failure text,
    add column invitation_id integer references invitation (id) on delete set null`,
  `create index mail_invitation on mail (invitation_id, id desc) where invitation_id is not null`,
  `insert into invitation (ent_org_id, ent_usr_id, kind, token_hash, sent_at, expires_at)
    select ent_org_id, ent_usr.id, 'user', token_hash,
      coalesce(token.created_at, ent_usr.created_at), coalesce(expires_at, ent_usr.created_at + interval '7 days')
    from ent_usr left join lateral (${tokenOf('invitation')}) token on true
    where ent_org_id is not null and role_id is not null and password_hash is null`,
  `insert into invitation (ent_org_id, ent_usr_id, kind, requester_id, token_hash, sent_at, expires_at)
    select customer_id, ent_usr.id, 'organisation', requester_id, token_hash,
      org_invitation.created_at, coalesce(expires_at, org_invitation.created_at + interval '7 days')
    from org_invitation
    join ent_usr on ent_usr.id = ent_usr_id
    left join lateral (${tokenOf('onboarding')}) token on true`,
  `insert into invitation (ent_org_id, ent_usr_id, kind, requester_id, sent_at)
    select mapped_org_id, ent_usr_id, 'external_user', requester_id, updated_at
    from user_mapping where activated is null`,
];

function tokenOf(kind: string): string {
  return `select created_at, expires_at, token_hash from user_token
    where ent_usr_id = ent_usr.id and kind = '${kind}' and used_at is null order by id desc limit 1`;
}

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
