import { apiObjects } from '@console/contract/api-document/api-objects';
import { expect, test } from 'vitest';
import { readGatewaySettings } from '../base/settings.ts';
import { rowReaders } from './row-readers.ts';

const readers = rowReaders(readGatewaySettings({}));
const values: Record<string, unknown> = {
  id: 7,
  email: 'a@b.example',
  brandname: 'A',
  title: 'T',
  moduleId: 'auditor',
  idStr: 'AUDITEE',
  ent_usr_id: '7',
  label: 'L',
  url: '/files/1',
  vendor: { id: 1, brandname: 'V' },
  customer: { id: 2, brandname: 'C' },
  user: { id: 7, email: 'a@b.example' },
};

test.each(Object.entries(apiObjects))(
  'DESIGN-3 the gateway reads %s with the keys that the contract calls needed, and not without one of them',
  (name, { needed }) => {
    const read = readers[name as keyof typeof apiObjects];
    const row = Object.fromEntries(needed.map((key) => [key, values[key]]));
    expect(read(row)).not.toBeNull();
    for (const key of needed) expect([key, read({ ...row, [key]: undefined })]).toEqual([key, null]);
  },
);
