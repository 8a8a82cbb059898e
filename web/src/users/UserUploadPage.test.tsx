import { describe, expect, test, vi } from 'vitest';
import { invitationOf } from '../testing/invitations.ts';
import { rowsOf } from '../testing/lists.ts';
import { address, openConsole } from '../testing/render.tsx';
import { asked, gatewayOf } from '../testing/responses.ts';
import { held } from '../testing/script.ts';
import {
  badRow,
  csvFile,
  goodRow,
  openUpload,
  partsOf,
  pick,
  previewed,
  uploaded,
  uploadPage,
  uploadRow,
} from '../testing/uploads.ts';

const mixed = { UserUploadForm_Preview: previewed([goodRow(2), badRow(3)]) };

describe('the plain road', () => {
  test.for([
    ['/U/upload', '/U', 'OwnUsersPage'],
    ['/O/7/user/upload?from=M', '/O/7/user?from=M', 'OrganisationUsersPage'],
  ] as const)(
    'BULK-1 BULK-2 BULK-6 MSG-2 MSG-22 %s: choose, upload, done; the list is then asked for once',
    async ([path, list, listPage]) => {
      const { screen, button, calls, names } = await openUpload({}, path);
      expect(names()).toEqual(['UserUploadPage']);
      await expect.element(button('Choose File')).toBeVisible();
      await pick(csvFile('people.csv', 'firstname,email,role\nAda 2,ada2@demo.example,Auditee\n'));
      await expect.element(screen.getByText('people.csv', { exact: true })).toBeVisible();
      await expect.element(screen.getByText('53 bytes')).toBeVisible();
      await button('Upload 2 users').click();
      await expect.element(screen.getByText('File Uploaded successfully!')).toBeVisible();
      expect(names()).toEqual(['UserUploadPage', 'UserUploadForm_Preview', 'UserUploadForm_Upload']);
      await expect.element(screen.getByText('Active Users: 7')).toBeVisible();
      await expect.element(screen.getByRole('heading', { name: 'Result' })).toHaveFocus();
      await expect.poll(() => rowsOf('Result by row').map(([state]) => state)).toEqual(['2Created', '3Created']);
      await screen.getByRole('link', { name: 'Back to users' }).click();
      await expect.element(screen.getByRole('heading', { name: 'Active', exact: true })).toBeVisible();
      expect(address()).toBe(list);
      expect(names().slice(3)).toEqual([listPage]);
      expect(calls.filter(({ form }) => form)).toHaveLength(2);
    },
  );

  test('FRAME-7 before a file is chosen, the page shows the columns with examples, and the template is in the place of the file', async () => {
    const { screen, button } = await openUpload();
    const file = screen.getByRole('group', { name: 'File' });
    await expect.element(file.getByRole('button', { name: 'Download template' })).toBeVisible();
    await expect.element(screen.getByRole('table', { name: 'Columns of the file' })).toBeVisible();
    await expect.poll(() => rowsOf('Columns of the file').flat().join()).toContain('grace.hopper@example.com');
    await pick(csvFile('people.csv', 'firstname,email,role\nAda,ada@demo.example,Auditee\n'));
    await expect.element(button('Upload 2 users')).toBeVisible();
    await expect.element(screen.getByRole('table', { name: 'Columns of the file' })).not.toBeInTheDocument();
  });

  test('BULK-6 T3 SCALE-8 the file goes out as a multipart request with the guard and the page secret, other operations as JSON', async () => {
    const { button, calls, screen } = await openUpload();
    const text = '\ufefffirstname;email\r\nZoë;zoe@demo.example\r\n';
    await pick(csvFile('Größe.csv', text));
    await button('Upload 2 users').click();
    await expect.element(screen.getByText('File Uploaded successfully!')).toBeVisible();
    const [page, preview, upload] = calls;
    if (!page || !preview || !upload) throw new Error('a request is missing');
    const common = { names: ['operations', 'map', '1'], map: { 1: ['variables.file'] } };
    // The request has the hash of the operation instead of its text.
    const extensions = { persistedQuery: { version: 1, sha256Hash: expect.stringMatching(/^sha256:/) } };
    const file = { name: 'Größe.csv', type: 'text/csv', text: await csvFile('', text).arrayBuffer().then(decoded) };
    expect(await partsOf(preview)).toEqual({
      ...common,
      operation: {
        operationName: 'UserUploadForm_Preview',
        variables: { organisationId: '7', file: null, corrections: [] },
        extensions,
      },
      file,
    });
    expect(await partsOf(upload)).toEqual({
      ...common,
      operation: {
        operationName: 'UserUploadForm_Upload',
        variables: { organisationId: '7', file: null, onlyValidRows: false, corrections: [] },
        extensions,
      },
      file,
    });
    for (const call of [page, preview, upload])
      expect([call.headers.get('x-csrf-guard'), call.secret]).toEqual(['1', 'secret-of-this-tab']);
    const types = [page, preview, upload].map(({ headers }) => headers.get('x-apollo-operation-type'));
    expect(types).toEqual(['query', 'mutation', 'mutation']);
    // The browser writes this header, because it contains the boundary.
    expect(upload.headers.has('content-type')).toBe(false);
    expect([page.form, page.headers.get('content-type')]).toEqual([null, 'application/json']);
  });
});

test.for([
  ['neither of two is sent', 2, [true, true], '2 invitations were not sent'],
  ['one of two is not sent', 2, [true, false, true], '1 invitation was not sent'],
  ['both are sent, and an older one is not', 2, [false, false, true], null],
] as const)(
  'START-63 the result of an upload says how many invitations: %s',
  async ([, createdCount, newest, title]) => {
    const invitations = newest.map((unsent, at) => invitationOf(String(at), { isUnsent: unsent }));
    const { screen, button } = await openUpload({ UserUploadForm_Upload: uploaded(createdCount, [], 7, invitations) });
    await pick(csvFile());
    await button('Upload 2 users').click();
    await expect.element(screen.getByRole('heading', { name: 'Result', exact: true })).toBeVisible();
    const link = screen.getByRole('link', { name: 'copy their links from the list of invitations' });
    if (title === null) return expect.element(link).not.toBeInTheDocument();
    await expect.element(screen.getByText(title, { exact: true })).toBeVisible();
    await link.click();
    await expect.poll(address).toBe('/U');
  },
);

test('STRANGER-10 the check of a file says when its last invitation is sent, and the result who got none', async () => {
  const withheld = ['victim@bank.example', 'other@bank.example'];
  const answer = uploaded(2, [], 7, [invitationOf('1', { email: 'victim@bank.example', isUnsent: true })]);
  const { data } = answer as { data: { uploadUsers: object } };
  const { screen, button } = await openUpload({
    UserUploadForm_Preview: previewed([goodRow(2), goodRow(3)], { emailsUntil: '2026-11-20T11:30:00.000Z' }),
    UserUploadForm_Upload: { data: { uploadUsers: { ...data.uploadUsers, withheldEmails: withheld } } },
  });
  await pick(csvFile());
  await expect
    .element(screen.getByText(/sends 2,000 invitations an hour\. The last one of this file is sent at 20 Nov 2026/))
    .toBeVisible();
  await button('Upload 2 users').click();
  await expect.element(screen.getByText('2 users got no email', { exact: true })).toBeVisible();
  await expect
    .element(screen.getByText(/within an hour: victim@bank.example, other@bank.example\. Resend the invitations later/))
    .toBeVisible();
  await expect.element(screen.getByText(/was not sent/)).not.toBeInTheDocument();
});

const decoded = (bytes: ArrayBuffer) => new TextDecoder('utf-8').decode(bytes);

describe('faulty rows', () => {
  test('BULK-7 OPEN-27 BULK-10 why not all can be uploaded is said, and the main button uploads the valid rows alone', async () => {
    const { screen, button, calls, names } = await openUpload({
      ...mixed,
      UserUploadForm_Upload: uploaded(1, [badRow(3)], 6),
    });
    await pick(csvFile());
    await expect.element(screen.getByRole('alert').filter({ hasText: '1 of 2 rows is invalid' })).toBeVisible();
    expect(names()).not.toContain('UserUploadForm_Upload');
    await expect.element(button(/^Upload \d+ user/)).not.toBeInTheDocument();
    await expect.element(button('Upload 1 valid row')).toHaveAttribute('type', 'submit');
    await button('Upload 1 valid row').click();
    await expect.element(screen.getByText('File Uploaded successfully!')).toBeVisible();
    const sent = calls.find(({ name }) => name === 'UserUploadForm_Upload');
    expect((await partsOf(sent as never)).operation.variables.onlyValidRows).toBe(true);
    await expect.element(screen.getByText('Created: 1')).toBeVisible();
    await expect.element(screen.getByText('Skipped: 1')).toBeVisible();
    await expect
      .poll(() => rowsOf('Result by row'))
      .toEqual([
        ['2Created', 'Ada 2', 'ada2@demo.example', 'Auditee'],
        ['3Skipped', 'Bad 3', 'nowheremust be an email address', 'Architectis above your own'],
      ]);
    await button('Upload another file').click();
    await expect.element(button('Choose File')).toBeVisible();
  });

  test('BULK-7 what the server alone knew to be faulty is among the rows left out; with none created nothing is called a success', async () => {
    const taken = uploadRow(2, goodRow(2).cells, { email: 'is taken' });
    const { screen, button } = await openUpload({ ...mixed, UserUploadForm_Upload: uploaded(0, [taken, badRow(3)]) });
    await pick(csvFile());
    await button('Upload 1 valid row').click();
    await expect.element(screen.getByRole('heading', { name: 'No users were created' })).toBeVisible();
    await expect
      .poll(() => rowsOf('Result by row')[0])
      .toEqual(['2Skipped', 'Ada 2', 'ada2@demo.exampleis taken', 'Auditee']);
    await expect.element(screen.getByText('File Uploaded successfully!')).not.toBeInTheDocument();
  });

  test('BULK-7 BULK-10 with no valid row the main button chooses another file', async () => {
    const { screen, button } = await openUpload({ UserUploadForm_Preview: previewed([badRow(2)]) });
    await pick(csvFile());
    await expect.element(screen.getByText('1 of 1 row is invalid')).toBeVisible();
    await expect.element(button(/^Upload/)).not.toBeInTheDocument();
    const picked = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => {});
    await button('Replace the file').click();
    expect(picked).toHaveBeenCalledOnce();
    picked.mockRestore();
  });
});

describe('leaving', () => {
  test('BULK-6 leaving during an upload needs a confirmation; the result is reported on any page', async () => {
    const answer = held<ReturnType<typeof uploaded>>();
    const { screen, button, router } = await openUpload({ UserUploadForm_Upload: asked(() => answer.promise) });
    await pick(csvFile());
    await button('Upload 2 users').click();
    await expect.element(screen.getByText('Sending the file…')).toBeVisible();
    void router.navigate('/U');
    const question = screen.getByRole('dialog', { name: 'Leave during the upload?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(address()).toBe('/U/upload');
    void router.navigate('/U');
    await question.getByRole('button', { name: 'Leave' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Active', exact: true })).toBeVisible();
    answer.resolve(uploaded(2));
    await expect.element(screen.getByText('File Uploaded successfully!')).toBeVisible();
  });

  test('BULK-6 with a file chosen and nothing sent there is no question', async () => {
    const { screen, button } = await openUpload();
    await pick(csvFile());
    await expect.element(button('Upload 2 users')).toBeVisible();
    await button('Cancel').click();
    await expect.element(screen.getByRole('heading', { name: 'Active', exact: true })).toBeVisible();
    expect(address()).toBe('/U');
  });
});

test('BULK-2 OPEN-4 without the right to upload the page is not found', async () => {
  const { screen } = await openConsole(
    '/O/7/user/upload',
    gatewayOf({ UserUploadPage: uploadPage({ viewerCanUploadUsers: false }) }),
  );
  await expect.element(screen.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  expect(address()).toBe('/page-not-found');
});
