import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { bodyOf, csvOf, fieldPart, filePart, formHeaders, formOf, partOf, rowOf } from '../testing/forms.ts';
import { useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform();
let key: string;
let port: number;
beforeAll(async () => {
  await platform.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = platform.app.server.address() as AddressInfo);
});
beforeEach(async () => {
  key = (await platform.signIn('orgA')).apiKey;
});

const path = '/consoles/bulk_user_upload';
const good = csvOf([rowOf('maya@a.example')]);
const org = () => fieldPart('org_id', platform.orgs.A);
const whole = () => bodyOf(org(), filePart(good));
const send = async (body: Buffer | string, headers: Record<string, string> = {}, apiKey = key) => {
  const all = { ...formHeaders, 'api-key': apiKey, ...headers };
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body, headers: all });
  return [answer.status, await answer.json()];
};
const countOf = async () => (await platform.db.selectFrom('ent_usr').select('id').execute()).length;
const refusedFile = (message: string) => [422, { message, code: 'FILE_REFUSED' }];
const notAForm = [400, { message: 'The form is not valid.' }];

test('REST-23 CASES-53 the file may come before the organisation, and unknown fields are dropped', async () => {
  const answer = await send(bodyOf(filePart(good), fieldPart('other', 'x'), org()));
  expect(answer).toEqual([200, { users: [expect.objectContaining({ email: 'maya@a.example' })] }]);
});

test('CASES-48 a part with a header without colon is no field and no file, and affects no other request', async () => {
  const bad = partOf('bad header no colon', 'x');
  for (let n = 1; n <= 100; n += 1)
    expect(await send(bodyOf(org(), bad))).toEqual([
      422,
      { errors: { file: ['required'] }, codes: { file: ['REQUIRED'] } },
    ]);
  const answer = await send(bodyOf(bad, org(), filePart(good)));
  expect(answer).toEqual([200, { users: [expect.objectContaining({ email: 'maya@a.example' })] }]);
});

test.each<[string, () => Buffer, unknown[]]>([
  ['no file', () => bodyOf(org()), [422, { errors: { file: ['required'] }, codes: { file: ['REQUIRED'] } }]],
  [
    'a text instead of the file',
    () => bodyOf(org(), fieldPart('file', good)),
    [422, { errors: { file: ['required'] }, codes: { file: ['REQUIRED'] } }],
  ],
  [
    'a file of another name',
    () => bodyOf(org(), filePart(good, { name: 'x' })),
    [422, { errors: { file: ['required'] }, codes: { file: ['REQUIRED'] } }],
  ],
  [
    'two files',
    () => bodyOf(org(), filePart(good), filePart(good)),
    [400, { message: 'The form must have one file.' }],
  ],
  [
    'no organisation',
    () => bodyOf(filePart(good)),
    [422, { errors: { org_id: ['is required'] }, codes: { org_id: ['REQUIRED'] } }],
  ],
  [
    'a wrong organisation',
    () => bodyOf(fieldPart('org_id', 'x'), filePart(good)),
    [422, { errors: { org_id: ['must be an id'] }, codes: { org_id: ['FORMAT'] } }],
  ],
  ['too long a field', () => bodyOf(fieldPart('org_id', '1'.repeat(2_000)), filePart(good)), notAForm],
  ['too many fields', () => bodyOf(...Array.from({ length: 20 }, org), filePart(good)), notAForm],
  ['a field that every object has', () => bodyOf(org(), fieldPart('__proto__', 'x'), filePart(good)), notAForm],
  ['nothing', () => Buffer.from(''), [422, { errors: { file: ['required'] }, codes: { file: ['REQUIRED'] } }]],
  ['nothing but the end', () => bodyOf(), [422, { errors: { file: ['required'] }, codes: { file: ['REQUIRED'] } }]],
  ['no end', () => whole().subarray(0, -20), notAForm],
  ['a cut in the middle of the file', () => whole().subarray(0, -60), notAForm],
  [
    'an xlsx renamed',
    () => bodyOf(org(), filePart(Buffer.from('PK\u0003\u0004 and more'))),
    refusedFile('The file is a spreadsheet, not CSV. Save it as CSV first.'),
  ],
  [
    'a .txt',
    () => bodyOf(org(), filePart(good, { filename: 'users.txt' })),
    refusedFile('The file is not CSV: its name must end in .csv.'),
  ],
  ['an empty file', () => bodyOf(org(), filePart('')), refusedFile('The file is empty.')],
  ['a header only', () => bodyOf(org(), filePart(csvOf([]))), refusedFile('The file has no rows below its header.')],
  [
    'a quote that is never closed',
    () => bodyOf(org(), filePart(`${good}\n"x`)),
    [422, { errors: { 'row 3': ['must not have a misplaced quotation mark'] }, codes: { 'row 3': ['FORMAT'] } }],
  ],
  [
    'a cell of 1 MB',
    () => bodyOf(org(), filePart(csvOf([rowOf('x@a.example', { designation: 'x'.repeat(2 ** 20) })]))),
    [413, { message: 'The file is too large.', code: 'FILE_REFUSED' }],
  ],
  [
    'a body of 10 MB',
    () => bodyOf(org(), filePart(Buffer.alloc(10 * 2 ** 20, 'x'))),
    [413, { message: 'The request is too large.' }],
  ],
])(
  'REST-23 CASES-48 CASES-53 SECURITY-T15 %s is refused with its reason, and no user is created',
  async (_name, body, answer) => {
    const before = await countOf();
    expect(await send(body())).toEqual(answer);
    expect(await countOf()).toBe(before);
    expect((await send(whole()))[0]).toBe(200);
  },
);

test('CASES-53 BOM, CRLF and semicolons are read, and a NUL in a cell or a file name is harmless', async () => {
  const file = `\uFEFF${csvOf([rowOf('a@a.example'), rowOf('b@a.example')])
    .replaceAll(',', ';')
    .replaceAll('\n', '\r\n')}`;
  expect((await send(bodyOf(org(), filePart(file))))[0]).toBe(200);
  const nul = csvOf([rowOf('c@a.example', { firstname: 'M\u0000' })]);
  expect(await send(bodyOf(org(), filePart(nul)))).toEqual([
    422,
    { errors: { 'row 2': ['firstname must not contain control characters'] }, codes: { 'row 2': ['FORMAT'] } },
  ]);
  expect(
    (await send(bodyOf(org(), filePart(csvOf([rowOf('d@a.example')]), { filename: 'x\u0000.csv' }))))[0],
  ).toBeLessThan(500);
});

test('CASES-48 a form without boundary, JSON, or another type is refused', async () => {
  expect(await send(whole(), { 'content-type': 'multipart/form-data' })).toEqual(notAForm);
  expect((await send(JSON.stringify({ org_id: 1 }), { 'content-type': 'application/json' }))[0]).toBe(415);
  expect((await send(whole(), { 'content-type': 'text/csv' }))[0]).toBe(415);
});

test('REST-23 other calls accept no forms', async () => {
  const answer = await platform.call('POST /consoles/create_org_user', { key, ...formOf({ ent_usr: 'x' }, good) });
  expect(answer.statusCode).toBe(415);
});

test('CASES-31 CASES-48 without permission or key the form is refused before it is read', async () => {
  const auditee = (await platform.signIn('audA')).apiKey;
  for (const [apiKey, status] of [
    [auditee, 403],
    ['none', 401],
  ] as const)
    for (const body of [whole(), bodyOf(partOf('bad header no colon', 'x')), Buffer.from('x')])
      expect((await send(body, {}, apiKey))[0]).toBe(status);
});

test('REST-23 an endless form is cut off', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\napi-key: ${key}\r\ncontent-type: ${formHeaders['content-type']}\r\ntransfer-encoding: chunked\r\n\r\n`,
  );
  const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x10000, 'x'), Buffer.from('\r\n')]);
  const writing = setInterval(() => socket.writable && socket.write(chunk), 1);
  let said = '';
  socket.on('data', (data) => {
    said += data;
  });
  // `once` would reject on an earlier error.
  await new Promise((closed) => socket.on('close', closed));
  clearInterval(writing);
  // A write after the end may reset the connection before the response was read.
  expect(said).toMatch(/^(HTTP\/1\.1 413 |$)/);
});

test('REST-23 RELIABILITY-F20 a connection that is cut in the middle, 50 times, creates no user, and the next upload works', async () => {
  const before = await countOf();
  const body = bodyOf(org(), filePart(csvOf(Array.from({ length: 500 }, (_, n) => rowOf(`cut${n}@a.example`)))));
  const head = `POST ${path} HTTP/1.1\r\nhost: x\r\napi-key: ${key}\r\ncontent-type: ${formHeaders['content-type']}\r\ncontent-length: ${body.length}\r\n\r\n`;
  for (let n = 1; n <= 50; n += 1) {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    await new Promise<void>((sent) =>
      socket.write(Buffer.concat([Buffer.from(head), body.subarray(0, Math.floor((body.length * n) / 51))]), () =>
        sent(),
      ),
    );
    socket.destroy();
  }
  expect((await send(whole()))[0]).toBe(200);
  expect(await countOf()).toBe(before + 1);
  expect(platform.logs.join('')).not.toContain('"level":50');
});

test('REST-23 CASES-48 a repeated field is 422 with its name, wherever the file is', async () => {
  const other = fieldPart('org_id', platform.orgs.B);
  const twice = [422, { errors: { org_id: ['must be given once'] }, codes: { org_id: ['TAKEN'] } }];
  expect(await send(bodyOf(other, org(), filePart(good)))).toEqual(twice);
  expect(await send(bodyOf(org(), filePart(good), other))).toEqual(twice);
});
