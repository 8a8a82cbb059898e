import { gql } from '@apollo/client';
import { expect, test } from 'vitest';
import { createCache } from './cache.ts';

const write = (fields: string, organisation: object, cache = createCache()) => {
  cache.writeQuery({
    query: gql(`{ viewer { user { id } can { viewUsers } organisation { id ${fields} } } }`),
    data: {
      viewer: {
        __typename: 'Viewer',
        user: { __typename: 'User', id: '1' },
        can: { __typename: 'ViewerPermissions', viewUsers: true },
        organisation: { __typename: 'Organisation', id: '7', ...organisation },
      },
    },
  });
  return cache;
};

test('there is one Viewer and one ViewerPermissions, without an id', () => {
  expect(Object.keys(write('brandName', { brandName: 'Demo' }).extract())).toEqual(
    expect.arrayContaining(['Viewer:{}', 'ViewerPermissions:{}', 'User:1', 'Organisation:7']),
  );
});

test.for([
  ['Facility', 'facility', 'city', 'pin'],
  ['StoredFile', 'logo', 'name', 'url'],
] as const)('%s keeps what an earlier query asked of it', ([__typename, field, first, second]) => {
  const cache = write(`${field} { ${first} }`, { [field]: { __typename, [first]: 'a' } });
  write(`${field} { ${second} }`, { [field]: { __typename, [second]: 'b' } }, cache);
  expect(cache.extract()['Organisation:7']?.[field]).toEqual({ __typename, [first]: 'a', [second]: 'b' });
});
