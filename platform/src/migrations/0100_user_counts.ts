/** Counts rows of these tables in or out; sums of zero are not written. */
function countedIn(tables: Record<string, 1 | -1>): string {
  const rows = Object.entries(tables).map(
    ([table, one]) =>
      `select ent_org_id, coalesce(role_id, 0) as role, is_disabled, ${one} as one from ${table} where ent_org_id is not null`,
  );
  return `perform count_users(ent_org_id, role, is_disabled, more) from (
      select ent_org_id, role, is_disabled, sum(one)::integer as more
      from (${rows.join(' union all ')}) changed group by 1, 2, 3 having sum(one) <> 0) changes;`;
}

/** Users by organisation, role (0: none) and state, because counting rows is slow. A number is the sum of all rows of its key, so that concurrent writers do not wait for each other. */
export const userCounts = [
  `create table user_count (
    id integer primary key generated always as identity,
    ent_org_id integer not null,
    role_id integer not null,
    is_disabled boolean not null,
    users integer not null) with (fillfactor = 50)`,
  'create index user_count_org on user_count (ent_org_id)',
  `create function count_users(org integer, role integer, disabled boolean, more integer) returns void language plpgsql as $$
    begin
      update user_count set users = users + more where id =
        (select id from user_count where ent_org_id = org and role_id = role and is_disabled = disabled
          limit 1 for no key update skip locked);
      if not found then
        insert into user_count (ent_org_id, role_id, is_disabled, users) values (org, role, disabled, more);
      end if;
    end $$`,
  `create function ent_usr_counts() returns trigger language plpgsql as $$
    begin
      if tg_op = 'TRUNCATE' then delete from user_count;
      elsif tg_op = 'INSERT' then ${countedIn({ new_rows: 1 })}
      elsif tg_op = 'DELETE' then ${countedIn({ old_rows: -1 })}
      else ${countedIn({ new_rows: 1, old_rows: -1 })}
      end if;
      return null;
    end $$`,
  ...Object.entries({
    insert: 'referencing new table as new_rows',
    update: 'referencing old table as old_rows new table as new_rows',
    delete: 'referencing old table as old_rows',
    truncate: '',
  }).map(
    ([event, rows]) =>
      `create trigger user_count_${event} after ${event} on ent_usr ${rows} execute function ent_usr_counts()`,
  ),
];
