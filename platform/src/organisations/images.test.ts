import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { cpuMsOf } from '@console/contract/testing/cpu-time';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Failure } from '../core/base/failure.ts';
import { hugeSvg, jpeg, png, pngClaimingSize, slowSvg, svg } from '../testing/images.ts';
import { createImageRenderer } from './image-renderer.ts';
import { renderImages } from './images.ts';
import { renderLimits } from './render.ts';

const rendererOf = (seconds: number) => ({
  imageRenderer: createImageRenderer({ limits: { ...renderLimits, seconds } }),
});
// A longer limit than by default, for a busy machine.
const services = rendererOf(60);
// Measures a running process, without the time of its start.
beforeAll(() => read(png()));
afterAll(() => services.imageRenderer.close());

const read = async (bytes: Buffer | Promise<Buffer>, name = 'logo.png') => {
  const { logo } = await renderImages(services, 'owner', { logo: { name, bytes: await bytes } });
  if (!logo) throw new Error('no logo');
  return { ...logo, ...(await sharp(logo.bytes).metadata()) };
};
const refusal = async (bytes: Buffer | Promise<Buffer>, by = services) => {
  const error = await renderImages(by, 'owner', { logo: { name: 'logo.png', bytes: await bytes } }).then(
    () => 'taken',
    (failure) => failure,
  );
  if (!(error instanceof Failure)) throw new Error(`${error}`);
  return [error.status, error.body];
};
const refused = (text: string, code = 'FORMAT') => [
  422,
  { errors: { logo: [text] }, codes: { logo: [code] }, code: 'FILE_REFUSED' },
];

test('OPEN-54 SECURITY-T14 an image is encoded again, at most 512 pixels wide or high, without metadata', async () => {
  expect(await read(png(2_000, 500))).toMatchObject({
    content_type: 'image/png',
    width: 512,
    height: 128,
    format: 'png',
  });
  expect(await read(png(64, 48))).toMatchObject({ width: 64, height: 48 });
  const turned = await read(jpeg(64, 48), 'photo.JPG');
  expect(turned).toMatchObject({ content_type: 'image/webp', width: 48, height: 64, file_name: 'photo.webp' });
  for (const image of [turned, await read(png())]) {
    expect([image.exif, image.orientation]).toEqual([undefined, undefined]);
    expect(image.bytes.includes('metadata-canary')).toBe(false);
  }
  expect((await png()).includes('metadata-canary')).toBe(true);
});

test('OPEN-54 an SVG becomes an image of 512 pixels, however small it claims to be', async () => {
  expect(await read(svg(), 'logo.svg')).toMatchObject({
    content_type: 'image/png',
    width: 512,
    height: 256,
    file_name: 'logo.png',
  });
  const prolog =
    '<?xml version="1.0" encoding="UTF-8"?>\n<!-- made by hand -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n';
  expect(await read(Buffer.from(`\uFEFF${prolog}${svg()}`))).toMatchObject({ width: 512 });
});

test('CASES-50 SECURITY-T14 an SVG loads nothing, runs nothing, and embeds no other document', async () => {
  const asked: string[] = [];
  const server = createServer((socket) => {
    asked.push('connection');
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const there = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const rendered = [
    svg(
      `<script href="${there}/x.js">fetch('${there}')</script><rect width="9" height="9"/>`,
      `onload="fetch('${there}')"`,
    ),
    svg(`<use xlink:href="${there}/a.svg#a"/><rect fill="url(${there}/p.svg#p)" width="9" height="9"/>`),
  ];
  for (const one of rendered) expect((await read(one)).content_type).toBe('image/png');
  const inside = 'must not contain embedded images or documents';
  const data = `data:image/png;base64,${pngClaimingSize(60_000, 60_000).toString('base64')}`;
  for (const one of [
    svg(`<image href="${there}/x.png"/>`),
    svg(`<svg:image xmlns:svg="http://www.w3.org/2000/svg" xlink:href="${data}"/>`),
    svg(`<filter id="f"><feImage href="${data}"/></filter>`),
    svg('<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd" parse="text"/>'),
    svg('<foreignObject><html xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>'),
    svg(`<style>@import url(${there}/x.css);</style>`),
  ])
    expect(await refusal(one)).toEqual(refused(inside));
  const utf16 = Buffer.from(`\uFEFF${svg('<image href="x"/>')}`, 'utf16le');
  expect(await refusal(utf16)).toEqual(refused(inside));
  const utf7 = Buffer.from(`<?xml version="1.0" encoding="UTF-7"?>${svg()}`);
  expect(await refusal(utf7)).toEqual(refused('must be encoded in UTF-8 or UTF-16'));
  server.close();
  expect(asked).toEqual([]);
});

const withEntities = (subset: string, inside: string) =>
  Buffer.from(
    `<?xml version="1.0" encoding="utf-8"?>\n<!-- as drawing programs export it -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [\n${subset}\n]>\n${svg(inside, 'xmlns:a="&ns_a;"')}`,
  );
const namespace = '<!ENTITY ns_a "http://ns.drawing.example/a/1.0/">';

test('ORG-29 an SVG with entities for texts, or in UTF-16 with or without a mark, is rendered', async () => {
  const expected = await read(svg('<rect width="64" height="32" fill="#f00"/>'));
  const colour = `${namespace}\n<!-- ours -->\n<!ENTITY red '#f00'>`;
  const named = withEntities(colour, '<rect width="64" height="32" fill="&red;"/>');
  const wide = Buffer.from(
    `<?xml version="1.0" encoding="UTF-16"?>${svg('<rect width="64" height="32" fill="#f00"/>')}`,
    'utf16le',
  );
  const marked = Buffer.from(`\uFEFF${wide.toString('utf16le')}`, 'utf16le');
  for (const one of [named, wide, marked, Buffer.from(marked).swap16()])
    expect((await read(one)).bytes.equals(expected.bytes)).toBe(true);
});

test('ORG-29 CASES-50 an SVG with entities that name files, others or parts of a drawing is refused with that reason', async () => {
  const entities = 'must define only plain-text entities';
  for (const subset of [
    '<!ENTITY a SYSTEM "file:///etc/passwd">',
    '<!ENTITY a PUBLIC "x" "http://a.example/">',
    '<!ENTITY % a "x"> %a;',
    '<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">',
    `<!ENTITY a "<image href='x'/>">`,
    '<!ENTITY a "&#60;image/&#62;">',
  ])
    expect(await refusal(withEntities(`${namespace}${subset}`, '&a;'))).toEqual(refused(entities));
  const inside = 'must not contain embedded images or documents';
  const hidden = withEntities(`${namespace}<!ENTITY a "image">`, '<&a; href="x"/>');
  expect(await refusal(hidden)).toEqual(refused(inside));
  const large = withEntities(`${namespace}<!ENTITY a "${'x'.repeat(1_000)}">`, `<text>${'&a;'.repeat(5_000)}</text>`);
  expect(await refusal(large)).toEqual(refused('must be at most 2 MB with its entities expanded'));
});

test('CASES-50 SECURITY-T14 an SVG that takes too long or more than 256 MB is refused', async () => {
  const hurried = rendererOf(0.05);
  expect(await refusal(slowSvg(1_000), hurried)).toEqual(
    refused('must be an image that can be rendered within 3 seconds'),
  );
  await hurried.imageRenderer.close();
  const text = 'must be an image that can be rendered with 256 MB of memory';
  expect(await refusal(hugeSvg())).toEqual(refused(text));
});

test('CASES-51 SECURITY-T14 an image with too many pixels is refused by its header, at once and without allocating its memory', async () => {
  const { rss } = process.memoryUsage();
  expect(await refusal(pngClaimingSize(60_000, 60_000))).toEqual(refused('must have at most 16,777,216 pixels'));
  const wide = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="60000" height="60000"/>');
  expect(await refusal(wide)).toEqual([422, expect.objectContaining({ code: 'FILE_REFUSED' })]);
  expect(process.memoryUsage().rss - rss).toBeLessThan(50 * 1024 * 1024);
});

test('CASES-51 CASES-52 a file that is no PNG, JPEG or SVG is refused, whatever its name', async () => {
  const wrong = refused('must be a PNG, JPEG or SVG image');
  const frames = Buffer.concat(
    Array.from({ length: 5_000 }, () => Buffer.from('2c0000000001000100000202440100', 'hex')),
  );
  const gif = Buffer.concat([
    Buffer.from('GIF89a'),
    Buffer.from('01000100800000000000ffffff', 'hex'),
    frames,
    Buffer.from(';'),
  ]);
  const webp = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .webp()
    .toBuffer();
  const html = '<!doctype html><script>alert(1)</script>';
  for (const bytes of [
    gif,
    webp,
    Buffer.from(html),
    Buffer.from('just a text'),
    Buffer.from([0x89, 0x50]),
    Buffer.from('<html><svg></svg></html>'),
  ])
    expect(await refusal(bytes)).toEqual(wrong);
  for (const broken of [
    (await png()).subarray(0, 60),
    (await jpeg()).subarray(0, 40),
    Buffer.from('<svg xmlns="x"><rect'),
  ])
    expect(await refusal(broken)).toEqual(wrong);
  expect(await refusal(Buffer.alloc(0))).toEqual(refused('is empty', 'REQUIRED'));
});

test('CASES-51 SECURITY-T14 a text of many comments is refused at once, and an SVG may begin with comments', async () => {
  const comments = '<!---->'.repeat(30);
  expect(await refusal(Buffer.from(comments))).toEqual(refused('must be a PNG, JPEG or SVG image'));
  expect(await read(Buffer.from(`${comments}<!-- a > b - c -->${svg()}`))).toMatchObject({ width: 512 });
});

test('SECURITY-T14 problems of both files are reported at once, and a path in a file name is ignored', async () => {
  const bad = { name: 'x', bytes: Buffer.from('x') };
  const failure = await renderImages(services, 'owner', { logo: bad, icon: { ...bad, bytes: Buffer.alloc(0) } }).catch(
    (error) => error,
  );
  expect(Object.keys(failure.body.errors)).toEqual(['logo', 'icon']);
  expect((await read(png(), '../../etc/x\u0007y.exe')).file_name).toBe('xy.png');
  expect((await read(png(), '.png')).file_name).toBe('picture.png');
});

test('PARSE-9 an SVG of unfinished document types and comments takes time in proportion to its length', async () => {
  const comments = Buffer.from(`<!DOCTYPE svg[${'<!--'.repeat(4_000)}]><svg >`);
  const plain = refused('must define only plain-text entities');
  expect(await cpuMsOf(async () => expect(await refusal(comments)).toEqual(plain))).toBeLessThan(150);
  const types = Buffer.from(`<svg >${'<!DOCTYPE svg["'.repeat(25_000)}`);
  const embedded = refused('must not contain embedded images or documents');
  expect(await cpuMsOf(async () => expect(await refusal(types)).toEqual(embedded))).toBeLessThan(2_000);
});
