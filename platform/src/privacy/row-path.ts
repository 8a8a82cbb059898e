import { type RawBuilder, sql } from 'kysely';

/** Whether a row of `t` leads to an id by a path such as `ent_org_id`, `ent_usr_id>ent_usr.ent_org_id` or `recipient>ent_usr:email.ent_org_id`. */
export const leadsTo = (path: string, id: number): RawBuilder<boolean> => sql<boolean>`${follow('t', path, id)}`;

function follow(table: string, path: string, id: number): RawBuilder<unknown> {
  const [column = '', ...rest] = path.split('>');
  const from = sql.ref(`${table}.${column}`);
  if (rest.length === 0) return sql`${from} = ${id}::int`;
  const [target = '', next = ''] = splitOnce(rest.join('>'), '.');
  const [name = '', key = 'id'] = target.split(':');
  return sql`${from} in (select ${sql.ref(`${name}.${key}`)} from ${sql.table(name)} where ${follow(name, next, id)})`;
}

const splitOnce = (text: string, separator: string) => {
  const place = text.indexOf(separator);
  return [text.slice(0, place), text.slice(place + 1)];
};
