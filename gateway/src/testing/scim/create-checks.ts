import { type Check, ensure, ensureEqual, ensureError, ensureStatus, NotApplicable, schemas } from './check.ts';
import { valueAt } from './scim-client.ts';

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const scimJson = /^application\/scim\+json\b/i;

/** Creating and reading users. The first check creates the users 1 and 2, which the checks after these change; user 3 is deleted and created again. */
export const createChecks: Check[] = [
  {
    section: 'RFC 7644 3.3',
    requires: 'A created user is returned with 201.',
    async run(subject) {
      await subject.create(1, { ...subject.person(1), id: 'chosen-by-the-client', meta: { resourceType: 'Chosen' } });
      await subject.create(2);
    },
  },
  {
    section: 'RFC 7643 3.1',
    requires: 'id is given by the server: an id and meta of the request are ignored.',
    async run(subject) {
      const { body } = await subject.read(1);
      ensure(body.id !== 'chosen-by-the-client', 'id is that of the request.');
      ensure(body.id !== 'bulkId', 'id is the reserved word bulkId.');
      ensureEqual(valueAt(body, 'meta', 'resourceType'), 'User', 'meta.resourceType');
    },
  },
  {
    section: 'RFC 7644 3.3',
    requires: 'The response to a creation has the whole user, and its URL as Location and meta.location.',
    async run(subject) {
      const { headers, body } = await subject.create(3);
      const { userName } = subject.person(3);
      ensureEqual(body.userName, userName, 'userName');
      const location = headers.get('location');
      ensureEqual(valueAt(body, 'meta', 'location'), location, 'meta.location');
      ensure(URL.canParse(location ?? ''), `Location is ${location}, not an absolute URL.`);
      ensure(location?.endsWith(`/Users/${body.id}`), `Location is ${location}.`);
    },
  },
  {
    section: 'RFC 7643 3',
    requires: 'schemas names the schema of the user.',
    async run(subject) {
      const { body } = await subject.read(1);
      const found = body.schemas;
      ensure(Array.isArray(found) && found.includes(schemas.user), `schemas is ${JSON.stringify(found)}.`);
    },
  },
  {
    section: 'RFC 7643 3',
    requires: 'schemas names each extension of which the user has attributes.',
    async run(subject) {
      const { body } = await subject.read(1);
      const extensions = Object.keys(body).filter((name) => name.startsWith('urn:'));
      if (extensions.length === 0) throw new NotApplicable('The user has no attributes of extensions.');
      const found = Array.isArray(body.schemas) ? body.schemas : [];
      for (const name of extensions) ensure(found.includes(name), `schemas does not name ${name}.`);
    },
  },
  {
    section: 'RFC 7643 3.1',
    requires: 'meta.created and meta.lastModified are timestamps.',
    async run(subject) {
      const { body } = await subject.read(1);
      for (const name of ['created', 'lastModified'])
        ensure(dateTime.test(String(valueAt(body, 'meta', name))), `meta.${name} is ${valueAt(body, 'meta', name)}.`);
    },
  },
  {
    section: 'RFC 7643 3.1',
    requires: 'externalId is stored as the client has sent it.',
    async run(subject) {
      const { body } = await subject.read(1);
      ensureEqual(body.externalId, subject.person(1).externalId, 'externalId');
    },
  },
  {
    section: 'RFC 7643 4.1.1',
    requires: 'name and active are stored as the client has sent them.',
    async run(subject) {
      const { body } = await subject.read(1);
      ensureEqual(valueAt(body, 'name', 'givenName'), 'Check', 'name.givenName');
      ensureEqual(valueAt(body, 'name', 'familyName'), 'Scim 1', 'name.familyName');
      ensureEqual(body.active, true, 'active');
    },
  },
  {
    section: 'RFC 7643 4.1.2',
    requires: 'emails is a list of objects with the value that the client has sent.',
    async run(subject) {
      const { body } = await subject.read(1);
      const { userName } = subject.person(1);
      const emails = Array.isArray(body.emails) ? body.emails : [];
      ensure(
        emails.some((email) => valueAt(email, 'value') === userName),
        `emails is ${JSON.stringify(body.emails)}.`,
      );
      ensure(emails.filter((email) => valueAt(email, 'primary') === true).length <= 1, 'Several emails are primary.');
    },
  },
  {
    section: 'RFC 7643 2.4',
    requires: 'At most one value of a multi-valued attribute is primary.',
    async run(subject) {
      const { body } = await subject.read(2);
      for (const [name, values] of Object.entries(body))
        if (Array.isArray(values))
          ensure(values.filter((one) => valueAt(one, 'primary') === true).length <= 1, `${name} has several.`);
    },
  },
  {
    section: 'RFC 7644 3.8',
    requires: 'Responses have the type application/scim+json.',
    async run(subject) {
      const { headers } = await subject.read(1);
      ensure(scimJson.test(headers.get('content-type') ?? ''), `Content-Type is ${headers.get('content-type')}.`);
    },
  },
  {
    section: 'RFC 7644 3.8',
    requires: 'Errors have the type application/scim+json.',
    async run({ client }) {
      const { headers } = await client.send('GET', '/Users/no-such-user');
      ensure(scimJson.test(headers.get('content-type') ?? ''), `Content-Type is ${headers.get('content-type')}.`);
    },
  },
  {
    section: 'RFC 7644 3.8',
    requires: 'Clients may send and accept application/json.',
    isAdvice: true,
    async run(subject) {
      const headers = { accept: 'application/json', 'content-type': 'application/json' };
      ensureStatus(await subject.client.send('GET', subject.path(1), { headers }), 200);
      const body = { ...subject.person(2), externalId: subject.person(2).externalId };
      ensureStatus(await subject.client.send('PUT', subject.path(2), { body, headers }), 200);
    },
  },
  {
    section: 'RFC 7644 3.3',
    requires: 'A second user with the same userName is 409 uniqueness.',
    async run(subject) {
      ensureError(await subject.post({ ...subject.person(1), externalId: `${subject.tag}-again` }), 409, 'uniqueness');
    },
  },
  {
    section: 'RFC 7643 4.1.1',
    requires: 'userName is unique without regard to case.',
    async run(subject) {
      const userName = subject.person(1).userName.toUpperCase();
      const body = { ...subject.person(1), userName, externalId: `${subject.tag}-again` };
      ensureError(await subject.post(body), 409, 'uniqueness');
    },
  },
  {
    section: 'RFC 7644 3.12',
    requires: 'A user without userName is 400 invalidValue.',
    async run(subject) {
      const { userName: _, ...body } = subject.person(3);
      ensureError(await subject.post({ ...body, externalId: `${subject.tag}-none` }), 400, 'invalidValue');
    },
  },
  {
    section: 'RFC 7644 3.12',
    requires: 'A body that is not JSON is 400 invalidSyntax.',
    async run(subject) {
      ensureError(await subject.post('{"schemas": ['), 400, 'invalidSyntax');
    },
  },
  {
    section: 'RFC 7644 3.12',
    requires: 'A body that is not an object is 400 invalidSyntax.',
    async run(subject) {
      ensureError(await subject.post('[]'), 400, 'invalidSyntax');
    },
  },
  {
    section: 'RFC 7644 3.12',
    requires: 'An attribute with a value of another type is 400.',
    async run(subject) {
      ensureError(
        await subject.post({ ...subject.person(3), userName: { value: 'object' } }),
        400,
        'invalidValue',
        'invalidSyntax',
      );
    },
  },
  {
    section: 'RFC 7644 3.4.1',
    requires: 'A user is returned by id with 200.',
    async run(subject) {
      const { body } = await subject.read(1);
      ensureEqual(body.id, subject.id(1), 'id');
    },
  },
  {
    section: 'RFC 7644 3.12',
    requires: 'A user that does not exist is 404.',
    async run({ client }) {
      ensureError(await client.send('GET', '/Users/2819c223-7f76-453a-919d-413861904646'), 404);
      ensureError(await client.send('GET', `/Users/${encodeURIComponent("1' or '1'='1")}`), 404);
    },
  },
  {
    section: 'RFC 7643 4.1.1',
    requires: 'A password is not returned.',
    async run(subject) {
      const password = `Secret-${subject.tag}-4711!`;
      const answer = await subject.client.send('PUT', subject.path(2), { body: { ...subject.person(2), password } });
      ensure(!answer.text.includes(password), 'The response has the password.');
      ensure(!(await subject.read(2)).text.includes(password), 'The user has the password.');
    },
  },
  {
    section: 'RFC 7644 3.9',
    requires: 'attributes returns the named attributes, and id.',
    async run(subject) {
      const { body } = await subject.client.send('GET', `${subject.path(1)}?attributes=userName`);
      ensureEqual(body.id, subject.id(1), 'id');
      ensureEqual(body.userName, subject.person(1).userName, 'userName');
      for (const name of ['name', 'emails', 'active', 'externalId', 'meta'])
        ensure(!(name in body), `${name} is returned.`);
    },
  },
  {
    section: 'RFC 7644 3.10',
    requires: 'attributes takes sub-attributes.',
    async run(subject) {
      const { body } = await subject.client.send('GET', `${subject.path(1)}?attributes=name.familyName`);
      ensureEqual(valueAt(body, 'name', 'familyName'), 'Scim 1', 'name.familyName');
      ensureEqual(valueAt(body, 'name', 'givenName'), undefined, 'name.givenName');
      ensure(!('userName' in body), 'userName is returned.');
    },
  },
  {
    section: 'RFC 7644 3.10',
    requires: 'attributes takes names with the URN of their schema.',
    async run(subject) {
      const { body } = await subject.client.send('GET', `${subject.path(1)}?attributes=${schemas.user}:userName`);
      ensureEqual(body.userName, subject.person(1).userName, 'userName');
      ensure(!('name' in body), 'name is returned.');
    },
  },
  {
    section: 'RFC 7643 2.1',
    requires: 'Names of attributes are case-insensitive in attributes.',
    async run(subject) {
      const { body } = await subject.client.send('GET', `${subject.path(1)}?attributes=USERNAME`);
      ensureEqual(body.userName, subject.person(1).userName, 'userName');
    },
  },
  {
    section: 'RFC 7644 3.9',
    requires: 'excludedAttributes leaves out the named attributes, and never id.',
    async run(subject) {
      const { body } = await subject.client.send('GET', `${subject.path(1)}?excludedAttributes=name,id`);
      ensureEqual(body.id, subject.id(1), 'id');
      ensureEqual(body.userName, subject.person(1).userName, 'userName');
      ensure(!('name' in body), 'name is returned.');
    },
  },
];
