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
  ['OrganisationCounts', 'counts', 'models', 'auditees'],
] as const)('%s keeps what an earlier query asked of it', ([__typename, field, first, second]) => {
  const cache = write(`${field} { ${first} }`, { [field]: { __typename, [first]: 'a' } });
  write(`${field} { ${second} }`, { [field]: { __typename, [second]: 'b' } }, cache);
  expect(cache.extract()['Organisation:7']?.[field]).toEqual({ __typename, [first]: 'a', [second]: 'b' });
});

test('Responder keeps what an earlier query asked of it', () => {
  const cache = createCache();
  for (const field of ['arc', 'continuer'])
    cache.writeQuery({
      query: gql(`{ user(id: "3") { id responder { ${field} } } }`),
      data: { user: { __typename: 'User', id: '3', responder: { __typename: 'Responder', [field]: true } } },
    });
  expect(cache.extract()['User:3']?.responder).toEqual({ __typename: 'Responder', arc: true, continuer: true });
});

test('there is one Lookups, and the same id in two of its lists is two entries', () => {
  const cache = createCache();
  const option = (label: string) => ({ __typename: 'Option', id: '1', label });
  const lists = { industries: [option('Finance')], countries: [option('India')] };
  cache.writeQuery({
    query: gql('{ lookups { industries { id label } countries { id label } } }'),
    data: { lookups: { __typename: 'Lookups', ...lists } },
  });
  expect(cache.extract()['Lookups:{}']).toEqual({ __typename: 'Lookups', ...lists });
});

test('each page of a list is kept by its arguments, and none is merged into another', () => {
  const cache = createCache();
  const query = gql('query ($offset: Int) { organisations(first: 1, offset: $offset) { nodes { id } } }');
  const pageOf = (id: string) => ({
    organisations: { __typename: 'OrganisationConnection', nodes: [{ __typename: 'Organisation', id }] },
  });
  cache.writeQuery({ query, variables: { offset: 0 }, data: pageOf('1') });
  cache.writeQuery({ query, variables: { offset: 1 }, data: pageOf('2') });
  expect(cache.readQuery({ query, variables: { offset: 0 } })).toEqual(pageOf('1'));
  expect(cache.readQuery({ query, variables: { offset: 1 } })).toEqual(pageOf('2'));
});

test('a Module is not normalised: the same id with two owners is two entries', () => {
  const cache = createCache();
  const module = (label: string) => ({ __typename: 'Module', id: 'auditor', label });
  cache.writeQuery({
    query: gql('{ viewer { modules { id label } } lookups { subscribedModules { id label } } }'),
    data: {
      viewer: { __typename: 'Viewer', modules: [module('Auditor')] },
      lookups: { __typename: 'Lookups', subscribedModules: [module('Auditor (subscribed)')] },
    },
  });
  expect(cache.extract()['Viewer:{}']?.modules).toEqual([module('Auditor')]);
  expect(cache.extract()['Lookups:{}']?.subscribedModules).toEqual([module('Auditor (subscribed)')]);
});

test.for(['LoginResult', 'AdoptResult'])('%s is distinguished by its outcomes', (union) => {
  const cache = createCache();
  const fragment = gql(`fragment ${union}Outcome on ${union} { __typename message }`);
  const data = { __typename: 'OrganisationDisabled', message: 'why' };
  cache.writeFragment({ id: 'ROOT_MUTATION', fragment, data });
  expect(cache.policies.fragmentMatches(fragment.definitions[0] as never, 'OrganisationDisabled')).toBe(true);
});
