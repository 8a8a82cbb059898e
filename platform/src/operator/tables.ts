import { noPerson, plain, table } from '../core/database/table.ts';

export const operatorTables = {
  /** The last hundred complete backups. */
  backup_run: table({
    id: plain.id,
    finished_at: plain.timestamp,
    bytes: plain.bigint,
    row_count: plain.bigint,
    is_encrypted: plain.boolean,
    has_secrets: plain.boolean,
  })({ organisation: [], person: noPerson('Sizes of backups'), backup: 'none' }),
  /** Addresses from which Administrators always reach their own organisation's settings. */
  operator_address: table({ id: plain.id, address: plain.text, created_at: plain.timestamp })({
    organisation: [],
    person: noPerson('IP addresses of the operator'),
  }),
};
