import {
  type Check,
  ensure,
  ensureEqual,
  ensureError,
  ensureStatus,
  NotApplicable,
  resourcesOf,
  schemas,
} from './check.ts';
import { isObject, objectsAt, valueAt } from './scim-client.ts';

const kinds = {
  type: ['string', 'boolean', 'decimal', 'integer', 'dateTime', 'reference', 'complex', 'binary'],
  mutability: ['readOnly', 'readWrite', 'immutable', 'writeOnly'],
  returned: ['always', 'never', 'default', 'request'],
};

/** Checks of what a server says about itself. */
export const discoveryChecks: Check[] = [
  {
    section: 'RFC 7644 4',
    requires: '/ServiceProviderConfig returns the configuration with its schema.',
    async run(subject) {
      const answer = await subject.client.send('GET', '/ServiceProviderConfig');
      ensureStatus(answer, 200);
      subject.config = answer.body;
      const found = valueAt(answer.body, 'schemas');
      ensure(Array.isArray(found) && found.includes(schemas.serviceProvider), 'schemas does not name the schema.');
    },
  },
  {
    section: 'RFC 7643 5',
    requires: 'ServiceProviderConfig says whether patch, bulk, filter, changePassword, sort and etag are supported.',
    async run({ config }) {
      for (const name of ['patch', 'bulk', 'filter', 'changePassword', 'sort', 'etag'])
        ensureEqual(typeof valueAt(config, name, 'supported'), 'boolean', `The type of ${name}.supported`);
    },
  },
  {
    section: 'RFC 7643 5',
    requires: 'ServiceProviderConfig has filter.maxResults, bulk.maxOperations and bulk.maxPayloadSize as integers.',
    async run({ config }) {
      for (const path of ['filter.maxResults', 'bulk.maxOperations', 'bulk.maxPayloadSize'])
        ensure(Number.isInteger(valueAt(config, ...path.split('.'))), `${path} is not an integer.`);
    },
  },
  {
    section: 'RFC 7643 5',
    requires: 'ServiceProviderConfig lists authentication schemes with type, name and description.',
    async run({ config }) {
      const list = objectsAt(config, 'authenticationSchemes');
      ensure(list.length > 0, 'authenticationSchemes is empty.');
      for (const scheme of list)
        for (const name of ['type', 'name', 'description'])
          ensureEqual(typeof scheme[name], 'string', `The type of authenticationSchemes.${name}`);
    },
  },
  {
    section: 'RFC 7644 4',
    requires: '/ResourceTypes returns a ListResponse.',
    async run({ client }) {
      const types = resourcesOf(await client.send('GET', '/ResourceTypes'));
      ensure(types.length > 0, 'The list is empty.');
    },
  },
  {
    section: 'RFC 7643 6',
    requires: 'The resource type User has the endpoint /Users and the core User schema.',
    async run({ client }) {
      const types = resourcesOf(await client.send('GET', '/ResourceTypes'));
      const user = types.find(({ name }) => name === 'User');
      ensure(user, 'There is no resource type with the name User.');
      ensureEqual(user.endpoint, '/Users', 'endpoint');
      ensureEqual(user.schema, schemas.user, 'schema');
    },
  },
  {
    section: 'RFC 7644 4',
    requires: '/ResourceTypes/User returns one resource type.',
    async run({ client }) {
      const answer = await client.send('GET', '/ResourceTypes/User');
      ensureStatus(answer, 200);
      ensureEqual(answer.body.name, 'User', 'name');
    },
  },
  {
    section: 'RFC 7643 6',
    requires: '/Schemas describes every extension of a resource type, which says if it is required.',
    async run({ client }) {
      const types = resourcesOf(await client.send('GET', '/ResourceTypes'));
      const extensions = types.flatMap((type) => objectsAt(type, 'schemaExtensions'));
      if (extensions.length === 0) throw new NotApplicable('The resource types have no extensions.');
      const known = resourcesOf(await client.send('GET', '/Schemas')).map(({ id }) => id);
      for (const { schema, required } of extensions) {
        ensureEqual(typeof required, 'boolean', 'The type of schemaExtensions.required');
        ensure(known.includes(schema), `/Schemas does not describe ${schema}.`);
      }
    },
  },
  {
    section: 'RFC 7644 4',
    requires: '/Schemas returns a ListResponse with the core User schema.',
    async run(subject) {
      const list = resourcesOf(await subject.client.send('GET', '/Schemas'));
      const user = list.find(({ id }) => id === schemas.user);
      ensure(user, 'The core User schema is missing.');
      subject.attributes = new Map(objectsAt(user, 'attributes').map((one) => [String(one.name), one]));
    },
  },
  {
    section: 'RFC 7644 4',
    requires: '/Schemas/{URN} returns one schema.',
    async run({ client }) {
      const answer = await client.send('GET', `/Schemas/${schemas.user}`);
      ensureStatus(answer, 200);
      ensureEqual(answer.body.id, schemas.user, 'id');
    },
  },
  {
    section: 'RFC 7643 7',
    requires: 'Each attribute of a schema has name, type, multiValued, mutability and returned.',
    async run({ client }) {
      const list = resourcesOf(await client.send('GET', '/Schemas'));
      for (const attribute of list.flatMap((schema) => objectsAt(schema, 'attributes'))) {
        ensureEqual(typeof attribute.name, 'string', 'The type of name');
        ensureEqual(typeof attribute.multiValued, 'boolean', `The type of multiValued of ${attribute.name}`);
        for (const [name, allowed] of Object.entries(kinds))
          ensure(allowed.includes(String(attribute[name])), `${name} of ${attribute.name} is ${attribute[name]}.`);
      }
    },
  },
  {
    section: 'RFC 7643 7',
    requires: 'Complex attributes of a schema have sub-attributes.',
    async run({ attributes }) {
      for (const [name, attribute] of attributes)
        if (attribute.type === 'complex')
          ensure(objectsAt(attribute, 'subAttributes').length > 0, `${name} has no subAttributes.`);
    },
  },
  {
    section: 'RFC 7643 4.1.1',
    requires: 'The User schema has userName as required, case-insensitive and unique.',
    async run({ attributes }) {
      const userName = attributes.get('userName');
      ensureEqual(userName?.required, true, 'required');
      ensureEqual(userName?.caseExact, false, 'caseExact');
      ensure(['server', 'global'].includes(String(userName?.uniqueness)), `uniqueness is ${userName?.uniqueness}.`);
    },
  },
  {
    section: 'RFC 7643 4.1.1',
    requires: 'A password is never returned.',
    async run({ attributes }) {
      const password = attributes.get('password');
      if (!password) throw new NotApplicable('The User schema has no password.');
      ensureEqual(password.mutability, 'writeOnly', 'mutability');
      ensureEqual(password.returned, 'never', 'returned');
    },
  },
  {
    section: 'RFC 7644 4',
    requires: 'A filter on /Schemas, /ResourceTypes or /ServiceProviderConfig is refused with 403.',
    isAdvice: true,
    async run({ client }) {
      for (const path of ['/Schemas', '/ResourceTypes', '/ServiceProviderConfig'])
        ensureStatus(await client.send('GET', `${path}?filter=${encodeURIComponent('name eq "User"')}`), 403);
    },
  },
  {
    section: 'RFC 7644 3.12',
    requires: 'A schema and a resource type that do not exist are 404.',
    async run({ client }) {
      ensureError(await client.send('GET', '/Schemas/urn:example:none'), 404);
      ensureError(await client.send('GET', '/ResourceTypes/None'), 404);
    },
  },
  {
    section: 'RFC 7644 3.12',
    requires: 'An endpoint that does not exist is 404.',
    async run({ client }) {
      ensureError(await client.send('GET', '/NoSuchEndpoint'), 404);
    },
  },
  {
    section: 'RFC 7644 3.7',
    requires: '/Bulk is refused with an error when ServiceProviderConfig does not have it.',
    async run({ client, config }) {
      if (valueAt(config, 'bulk', 'supported') === true) throw new NotApplicable('The server supports bulk.');
      const answer = await client.send('POST', '/Bulk', { body: { Operations: [] } });
      ensure([403, 404, 501].includes(answer.status), `The status is ${answer.status}.`);
      ensureError(answer, answer.status);
    },
  },
  {
    section: 'RFC 7644 3.11',
    requires: '/Me is 501 where it is not supported.',
    isAdvice: true,
    async run({ client }) {
      const answer = await client.send('GET', '/Me');
      if (answer.status === 200 || answer.status === 308) throw new NotApplicable('The server supports /Me.');
      ensureError(answer, 501);
    },
  },
  {
    section: 'RFC 7644 3.4.2',
    requires: '/Groups returns a ListResponse, where there is one.',
    async run({ client }) {
      const answer = await client.send('GET', '/Groups');
      if (answer.status === 404 || answer.status === 501) throw new NotApplicable('The server has no groups.');
      ensure(resourcesOf(answer).every(isObject), 'Resources has a value that is not an object.');
    },
  },
  {
    section: 'RFC 7644 2',
    requires: 'A request without credentials is 401, with WWW-Authenticate.',
    async run({ client }) {
      const answer = await client.send('GET', '/Users?count=1', { headers: { authorization: '' } });
      ensureStatus(answer, 401);
      ensure(answer.headers.get('www-authenticate'), 'WWW-Authenticate is missing.');
    },
  },
  {
    section: 'RFC 7644 3.12',
    requires: 'A request with a wrong key is 401 with a SCIM error, also one that writes.',
    async run(subject) {
      const headers = { authorization: 'Bearer not-a-key-of-this-server' };
      ensureError(await subject.client.send('GET', '/Users?count=1', { headers }), 401);
      ensureError(await subject.post(subject.person(1), headers), 401);
    },
  },
];
