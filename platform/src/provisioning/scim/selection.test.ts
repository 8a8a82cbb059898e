import { expect, test } from 'vitest';
import { selectAttributes } from './selection.ts';

const core = 'urn:ietf:params:scim:schemas:core:2.0:User';
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const resource = {
  schemas: [core, enterprise],
  id: '1',
  userName: 'jo',
  name: { givenName: 'Jo', familyName: 'Reed' },
  emails: [{ value: 'jo@a.example', type: 'work' }, { type: 'home' }],
  [enterprise]: { department: 'Legal', manager: { value: '2' } },
};
const { schemas, id } = resource;

test('SCIM-8 attributes and excludedAttributes select attributes and their parts; schemas and id always stay', () => {
  const only = (attributes: string) => selectAttributes(resource, { attributes });
  expect(only('USERNAME, name.givenName,unknown')).toEqual({ schemas, id, userName: 'jo', name: { givenName: 'Jo' } });
  expect(only(`${core}:emails.value`)).toEqual({ schemas, id, emails: [{ value: 'jo@a.example' }] });
  expect(only(`${enterprise}:manager`)).toEqual({ schemas, id, [enterprise]: { manager: { value: '2' } } });
  expect(only(enterprise)).toEqual({ schemas, id, [enterprise]: resource[enterprise] });
  const without = (excludedAttributes: string) => selectAttributes(resource, { excludedAttributes });
  expect(without(`id,schemas,emails,name.familyName,${enterprise}`)).toEqual({
    schemas,
    id,
    userName: 'jo',
    name: { givenName: 'Jo' },
  });
  expect(selectAttributes(resource, {})).toEqual(resource);
});
