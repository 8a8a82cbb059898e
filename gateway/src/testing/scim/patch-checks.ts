import {
  type Check,
  ensure,
  ensureEqual,
  ensureError,
  ensureStatus,
  NotApplicable,
  type Subject,
  schemas,
} from './check.ts';
import { type Json, type ScimResponse, valueAt } from './scim-client.ts';

const familyNameOf = ({ body }: ScimResponse): unknown => valueAt(body, 'name', 'familyName');

/** Patches user 2, and checks the response: 200 with the user, or 204. Returns the stored user. */
async function patched(subject: Subject, ...operations: Json[]): Promise<ScimResponse> {
  subject.needs('patch');
  const answer = await subject.patch(2, operations);
  ensureStatus(answer, 200, 204);
  const stored = await subject.read(2);
  if (answer.status === 200) ensureEqual(familyNameOf(answer), familyNameOf(stored), 'name.familyName of the response');
  return stored;
}

/** Checks that a patch of user 2 is rejected and changes nothing. */
async function isRefused(subject: Subject, operations: Json[], ...scimTypes: string[]): Promise<void> {
  subject.needs('patch');
  const before = await subject.read(2);
  ensureError(await subject.patch(2, operations), 400, ...scimTypes);
  ensureEqual(familyNameOf(await subject.read(2)), familyNameOf(before), 'name.familyName after the refusal');
}

const rename = (familyName: string): Json => ({ op: 'replace', path: 'name.familyName', value: familyName });

/** PATCH of user 2. */
export const patchChecks: Check[] = [
  {
    section: 'RFC 7644 3.5.2.3',
    requires: 'replace with the path of a sub-attribute replaces it, and leaves its neighbours.',
    async run(subject) {
      const { body } = await patched(subject, rename('Patched'));
      ensureEqual(valueAt(body, 'name', 'familyName'), 'Patched', 'name.familyName');
      ensureEqual(valueAt(body, 'name', 'givenName'), 'Check', 'name.givenName');
    },
  },
  {
    section: 'RFC 7644 3.5.2.3',
    requires: 'replace without path replaces the attributes of its value.',
    async run(subject) {
      const stored = await patched(subject, { op: 'replace', value: { name: { familyName: 'Without path' } } });
      ensureEqual(familyNameOf(stored), 'Without path', 'name.familyName');
      ensureEqual(stored.body.userName, subject.person(2).userName, 'userName');
    },
  },
  {
    section: 'RFC 7644 3.5.2.3',
    requires: 'replace of a complex attribute replaces the sub-attributes of its value, and leaves the others.',
    async run(subject) {
      const { body } = await patched(subject, { op: 'replace', path: 'name', value: { familyName: 'Complex' } });
      ensureEqual(valueAt(body, 'name', 'familyName'), 'Complex', 'name.familyName');
      ensureEqual(valueAt(body, 'name', 'givenName'), 'Check', 'name.givenName');
    },
  },
  {
    section: 'RFC 7644 3.5.2.1',
    requires: 'add with path sets a single value.',
    async run(subject) {
      const name = subject.optionalAttribute;
      const { body } = await patched(subject, { op: 'add', path: name, value: 'Check of SCIM' });
      ensureEqual(body[name], 'Check of SCIM', name);
    },
  },
  {
    section: 'RFC 7644 3.5.2.1',
    requires: 'add replaces a single value that exists.',
    async run(subject) {
      const name = subject.optionalAttribute;
      const { body } = await patched(subject, { op: 'add', path: name, value: 'Check of SCIM 2' });
      ensureEqual(body[name], 'Check of SCIM 2', name);
    },
  },
  {
    section: 'RFC 7644 3.5.2.2',
    requires: 'remove with path removes the value.',
    async run(subject) {
      const name = subject.optionalAttribute;
      const { body } = await patched(subject, { op: 'remove', path: name });
      ensure(body[name] !== 'Check of SCIM 2', `${name} is still there.`);
    },
  },
  {
    section: 'RFC 7644 3.5.2.1',
    requires: 'add without path adds the attributes of its value.',
    async run(subject) {
      const stored = await patched(subject, { op: 'add', value: { name: { familyName: 'Added' }, active: true } });
      ensureEqual(familyNameOf(stored), 'Added', 'name.familyName');
    },
  },
  {
    section: 'RFC 7644 3.5.2.1',
    requires: 'Adding a value that is there already does not change meta.lastModified.',
    async run(subject) {
      const before = await subject.read(2);
      const after = await patched(subject, { op: 'add', path: 'name.familyName', value: familyNameOf(before) });
      const timeOf = ({ body }: ScimResponse) => valueAt(body, 'meta', 'lastModified');
      ensureEqual(timeOf(after), timeOf(before), 'meta.lastModified');
    },
  },
  {
    section: 'RFC 7644 3.5.2',
    requires: 'Operations are applied in their order.',
    async run(subject) {
      const stored = await patched(subject, rename('First'), rename('Second'));
      ensureEqual(familyNameOf(stored), 'Second', 'name.familyName');
    },
  },
  {
    section: 'RFC 7644 3.5.2',
    requires: 'A patch is atomic: nothing is stored when one operation fails.',
    run: (subject) => isRefused(subject, [rename('Not stored'), { op: 'remove' }], 'noTarget'),
  },
  {
    section: 'RFC 7644 3.10',
    requires: 'path takes names with the URN of their schema.',
    async run(subject) {
      const path = `${schemas.user}:name.familyName`;
      const stored = await patched(subject, { op: 'replace', path, value: 'With URN' });
      ensureEqual(familyNameOf(stored), 'With URN', 'name.familyName');
    },
  },
  {
    section: 'RFC 7643 2.1',
    requires: 'Names of attributes are case-insensitive in path.',
    async run(subject) {
      const stored = await patched(subject, { op: 'replace', path: 'NAME.FAMILYNAME', value: 'Any case' });
      ensureEqual(familyNameOf(stored), 'Any case', 'name.familyName');
    },
  },
  {
    section: 'RFC 7644 3.5.2.3',
    requires: 'path selects values with a filter: emails[type eq "work"].value.',
    async run(subject) {
      const { userName } = subject.person(2);
      const { body } = await patched(subject, { op: 'replace', path: 'emails[type eq "work"].value', value: userName });
      const emails = Array.isArray(body.emails) ? body.emails : [];
      ensureEqual(
        emails.filter((email) => valueAt(email, 'value') === userName).length,
        1,
        'The number of such emails',
      );
    },
  },
  {
    section: 'RFC 7644 3.5.2.3',
    requires: 'A filter in path that selects no value is 400 noTarget.',
    async run(subject) {
      const operation = { op: 'replace', path: 'emails[type eq "none"].display', value: 'None' };
      await isRefused(subject, [operation], 'noTarget');
    },
  },
  {
    section: 'RFC 7644 3.5.2.2',
    requires: 'remove without path is 400 noTarget.',
    run: (subject) => isRefused(subject, [{ op: 'remove' }], 'noTarget'),
  },
  {
    section: 'RFC 7644 3.12',
    requires: 'A path that is not valid is 400 invalidPath.',
    async run(subject) {
      for (const path of ['name..familyName', 'emails[type eq', 'emails[type eq "work"', '[type eq "work"]'])
        await isRefused(subject, [{ op: 'replace', path, value: 'Not stored' }], 'invalidPath', 'invalidFilter');
    },
  },
  {
    section: 'RFC 7644 3.5.2',
    requires: 'An op other than add, remove and replace is 400 invalidSyntax.',
    run: (subject) =>
      isRefused(
        subject,
        [{ op: 'move', path: 'name.familyName', value: 'Not stored' }],
        'invalidSyntax',
        'invalidValue',
      ),
  },
  {
    section: 'RFC 7644 3.5.2',
    requires: 'A patch without Operations is 400 invalidSyntax.',
    async run(subject) {
      subject.needs('patch');
      const body = { schemas: [schemas.patch] };
      const answer = await subject.client.send('PATCH', subject.path(2), { body });
      ensureError(answer, 400, 'invalidSyntax', 'invalidValue');
    },
  },
  {
    section: 'RFC 7644 3.5.2',
    requires: 'A patch of a read-only attribute is 400 mutability.',
    run: (subject) => isRefused(subject, [{ op: 'replace', path: 'id', value: 'chosen-by-the-client' }], 'mutability'),
  },
  {
    section: 'RFC 7644 3.5.2.2',
    requires: 'Removing a required attribute is 400 mutability or invalidValue.',
    run: (subject) => isRefused(subject, [{ op: 'remove', path: 'userName' }], 'mutability', 'invalidValue'),
  },
  {
    section: 'RFC 7644 3.5.2',
    requires: 'A patch to the userName of another user is 409 uniqueness.',
    async run(subject) {
      subject.needs('patch');
      const operation = { op: 'replace', path: 'userName', value: subject.person(1).userName };
      ensureError(await subject.patch(2, [operation]), 409, 'uniqueness');
    },
  },
  {
    section: 'RFC 7644 3.5.2.3',
    requires: 'active is turned off and on by a patch.',
    async run(subject) {
      for (const active of [false, true]) {
        const { body } = await patched(subject, { op: 'replace', path: 'active', value: active });
        ensureEqual(body.active, active, 'active');
      }
    },
  },
  {
    section: 'RFC 7643 4.3',
    requires: 'A patch sets attributes of the enterprise extension.',
    async run(subject) {
      await needsEnterprise(subject);
      const path = `${schemas.enterprise}:department`;
      const { body } = await patched(subject, { op: 'replace', path, value: 'Check of SCIM' });
      ensureEqual(valueAt(body, schemas.enterprise, 'department'), 'Check of SCIM', 'department');
    },
  },
  {
    section: 'RFC 7643 4.3',
    requires: 'manager.value is the id of another user.',
    async run(subject) {
      await needsEnterprise(subject);
      const value = { value: subject.id(1) };
      const { body } = await patched(subject, { op: 'replace', path: `${schemas.enterprise}:manager`, value });
      ensureEqual(valueAt(body, schemas.enterprise, 'manager', 'value'), subject.id(1), 'manager.value');
    },
  },
];

async function needsEnterprise({ client }: Subject): Promise<void> {
  const { status } = await client.send('GET', `/Schemas/${schemas.enterprise}`);
  if (status !== 200) throw new NotApplicable('The server does not have the enterprise extension.');
}
