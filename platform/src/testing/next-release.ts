import { migrations } from '../core/database/migrate.ts';

/** `node --import` of this file makes a platform of this release one of the release after it, which has one migration more. */
migrations['9000_next_release'] = {
  async up(db) {
    await db.schema.alterTable('ent_usr').addColumn('next_release', 'text').execute();
  },
  tables: ['ent_usr'],
};
