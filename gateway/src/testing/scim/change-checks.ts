import { type Check, ensure, ensureEqual, ensureError, ensureStatus, type Subject } from './check.ts';
import { type ScimResponse, valueAt } from './scim-client.ts';

const familyNameOf = ({ body }: ScimResponse): unknown => valueAt(body, 'name', 'familyName');

/** PUT user 1 with a family name and other attributes. */
function put(subject: Subject, familyName: string, more: Record<string, unknown> = {}): Promise<ScimResponse> {
  const body = { ...subject.person(1), name: { givenName: 'Check', familyName }, ...more };
  return subject.client.send('PUT', subject.path(1), { body });
}

/** Replacing users 1 and 2, their versions, and deleting user 3. */
export const changeChecks: Check[] = [
  {
    section: 'RFC 7644 3.5.1',
    requires: 'PUT returns the replaced user with 200, and stores it.',
    async run(subject) {
      const answer = await put(subject, 'Replaced');
      ensureStatus(answer, 200);
      ensureEqual(familyNameOf(answer), 'Replaced', 'name.familyName of the response');
      ensureEqual(familyNameOf(await subject.read(1)), 'Replaced', 'name.familyName');
    },
  },
  {
    section: 'RFC 7644 3.5.1',
    requires: 'PUT ignores the values of read-only attributes.',
    async run(subject) {
      const before = await subject.read(1);
      const meta = { created: '2001-01-01T00:00:00Z', resourceType: 'Chosen' };
      const answer = await put(subject, 'Read-only', { id: 'chosen-by-the-client', meta });
      ensureStatus(answer, 200);
      ensureEqual(answer.body.id, subject.id(1), 'id');
      ensureEqual(valueAt(answer.body, 'meta', 'created'), valueAt(before.body, 'meta', 'created'), 'meta.created');
    },
  },
  {
    section: 'RFC 7643 3.1',
    requires: 'meta.lastModified does not go back when the user changes.',
    async run(subject) {
      const timeOf = ({ body }: ScimResponse) => Date.parse(String(valueAt(body, 'meta', 'lastModified')));
      const before = timeOf(await subject.read(1));
      const after = timeOf(await put(subject, 'Modified'));
      ensure(after >= before, `It went from ${before} to ${after}.`);
    },
  },
  {
    section: 'RFC 7643 2.1',
    requires: 'Names of attributes are case-insensitive in bodies.',
    async run(subject) {
      const { userName, name: _, ...rest } = subject.person(1);
      const body = { ...rest, USERNAME: userName, NAME: { GIVENNAME: 'Check', familyname: 'Other case' } };
      const answer = await subject.client.send('PUT', subject.path(1), { body });
      ensureStatus(answer, 200);
      ensureEqual(familyNameOf(answer), 'Other case', 'name.familyName');
    },
  },
  {
    section: 'RFC 7643 2.5',
    requires: 'null and an empty list mean that an attribute has no value.',
    async run(subject) {
      const name = subject.optionalAttribute;
      const answer = await put(subject, 'Unassigned', { [name]: null, phoneNumbers: [], addresses: [] });
      ensureStatus(answer, 200);
      ensure((answer.body[name] ?? null) !== 'null', `${name} is the text null.`);
      ensure(Array.isArray(answer.body.addresses ?? []), 'addresses is not a list.');
    },
  },
  {
    section: 'RFC 7644 3.8',
    requires: 'Texts are UTF-8.',
    async run(subject) {
      const familyName = '\u6771\u4eac \u00e9 \u{1f600}';
      ensureEqual(familyNameOf(await put(subject, familyName)), familyName, 'name.familyName');
      ensureEqual(familyNameOf(await subject.read(1)), familyName, 'name.familyName');
    },
  },
  {
    section: 'RFC 7644 3.12',
    requires: 'PUT without userName is 400 invalidValue, and changes nothing.',
    async run(subject) {
      const before = familyNameOf(await subject.read(1));
      const { userName: _, ...body } = { ...subject.person(1), name: { familyName: 'Not stored' } };
      ensureError(await subject.client.send('PUT', subject.path(1), { body }), 400, 'invalidValue');
      ensureEqual(familyNameOf(await subject.read(1)), before, 'name.familyName');
    },
  },
  {
    section: 'RFC 7644 3.5.1',
    requires: 'PUT with the userName of another user is 409 uniqueness.',
    async run(subject) {
      ensureError(await put(subject, 'Not stored', { userName: subject.person(2).userName }), 409, 'uniqueness');
    },
  },
  {
    section: 'RFC 7644 3.12',
    requires: 'PUT, PATCH and DELETE of a user that does not exist are 404.',
    async run(subject) {
      const path = '/Users/2819c223-7f76-453a-919d-413861904646';
      const Operations = [{ op: 'replace', path: 'name.familyName', value: 'None' }];
      ensureError(await subject.client.send('PUT', path, { body: subject.person(3) }), 404);
      ensureError(await subject.client.send('PATCH', path, { body: { Operations } }), 404);
      ensureError(await subject.client.send('DELETE', path), 404);
    },
  },
  {
    section: 'RFC 7644 3.9',
    requires: 'attributes holds for the response to a change.',
    async run(subject) {
      const path = `${subject.path(1)}?attributes=userName`;
      const answer = await subject.client.send('PUT', path, { body: subject.person(1) });
      ensureStatus(answer, 200);
      ensureEqual(answer.body.id, subject.id(1), 'id');
      ensure(!('name' in answer.body), 'name is returned.');
    },
  },
  {
    section: 'RFC 7644 3.14',
    requires: 'The ETag of a user is its meta.version.',
    async run(subject) {
      subject.needs('etag');
      const { headers, body } = await subject.read(1);
      ensure(headers.get('etag'), 'ETag is missing.');
      ensureEqual(valueAt(body, 'meta', 'version'), headers.get('etag'), 'meta.version');
    },
  },
  {
    section: 'RFC 7644 3.14',
    requires: 'A change gives the user another version.',
    async run(subject) {
      subject.needs('etag');
      const before = (await subject.read(1)).headers.get('etag');
      ensureStatus(await put(subject, 'Other version'), 200);
      ensure((await subject.read(1)).headers.get('etag') !== before, 'ETag is the same.');
    },
  },
  {
    section: 'RFC 7644 3.14',
    requires: 'If-None-Match with the current version is 304.',
    async run(subject) {
      subject.needs('etag');
      const etag = (await subject.read(1)).headers.get('etag') ?? '';
      const answer = await subject.client.send('GET', subject.path(1), { headers: { 'if-none-match': etag } });
      ensureStatus(answer, 304);
      ensureEqual(answer.text, '', 'The body');
    },
  },
  {
    section: 'RFC 7644 3.14',
    requires: 'PUT with the current version in If-Match succeeds.',
    async run(subject) {
      subject.needs('etag');
      const headers = { 'if-match': (await subject.read(1)).headers.get('etag') ?? '' };
      const body = subject.person(1);
      ensureStatus(await subject.client.send('PUT', subject.path(1), { body, headers }), 200);
    },
  },
  {
    section: 'RFC 7644 3.14',
    requires: 'PUT, PATCH and DELETE with another version in If-Match are 412, and change nothing.',
    async run(subject) {
      subject.needs('etag');
      const headers = { 'if-match': 'W/"not-a-version"' };
      const body = { ...subject.person(2), name: { familyName: 'Not stored' } };
      ensureError(await subject.client.send('PUT', subject.path(2), { body, headers }), 412);
      const operation = { op: 'replace', path: 'name.familyName', value: 'Not stored' };
      ensureError(await subject.patch(2, [operation], headers), 412);
      ensureError(await subject.client.send('DELETE', subject.path(2), { headers }), 412);
      ensureEqual(familyNameOf(await subject.read(2)), 'Scim 2', 'name.familyName');
    },
  },
  {
    section: 'RFC 7643 4.1.1',
    requires: 'active can be turned off and on, and the user stays readable.',
    async run(subject) {
      ensureStatus(await put(subject, 'Inactive', { active: false }), 200);
      ensureEqual((await subject.read(1)).body.active, false, 'active');
      ensureStatus(await put(subject, 'Active', { active: true }), 200);
      ensureEqual((await subject.read(1)).body.active, true, 'active');
    },
  },
];

/** Checks that delete user 3 and create the user again. */
export const deletionChecks: Check[] = [
  {
    section: 'RFC 7644 3.6',
    requires: 'DELETE is 204 without a body.',
    async run(subject) {
      const answer = await subject.client.send('DELETE', subject.path(3));
      ensureStatus(answer, 204);
      ensureEqual(answer.text, '', 'The body');
      subject.deleted(subject.id(3));
    },
  },
  {
    section: 'RFC 7644 3.6',
    requires: 'A deleted user is 404 for every operation.',
    async run(subject) {
      const path = subject.path(3);
      ensureError(await subject.client.send('GET', path), 404);
      ensureError(await subject.client.send('PUT', path, { body: subject.person(3) }), 404);
      ensureError(await subject.patch(3, [{ op: 'replace', path: 'active', value: true }]), 404);
      ensureError(await subject.client.send('DELETE', path), 404);
    },
  },
  {
    section: 'RFC 7644 3.6',
    requires: 'A deleted user is not in the results of filters.',
    async run(subject) {
      subject.needs('filter');
      const answer = await subject.find(`externalId eq "${subject.person(3).externalId}"`);
      ensureStatus(answer, 200);
      ensureEqual(answer.body.totalResults, 0, 'totalResults');
    },
  },
  {
    section: 'RFC 7644 3.6',
    requires: 'A deleted user is not a conflict: the same userName can be created again.',
    async run(subject) {
      const deleted = subject.id(3);
      const { body } = await subject.create(3);
      ensure(body.id !== deleted, 'The new user has the id of the deleted user.');
    },
  },
];
