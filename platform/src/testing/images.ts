import sharp from 'sharp';

/** A PNG in one colour with text in its metadata. */
export const png = (width = 64, height = 48): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 4, background: { r: 20, g: 90, b: 170, alpha: 0.5 } } })
    .withExif({ IFD0: { Copyright: 'metadata-canary' } })
    .png()
    .toBuffer();

/** A rotated JPEG. */
export const jpeg = (width = 64, height = 48): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: 'red' } })
    .withExif({ IFD0: { Copyright: 'metadata-canary' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

/** An SVG with the given content. */
export const svg = (inside = '<rect width="10" height="10" fill="red"/>', attributes = ''): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="20" height="10" ${attributes}>${inside}</svg>`,
  );

/** A small SVG that takes a third of a second per shape. */
export const slowSvg = (shapes = 150): Buffer =>
  sizedSvg(
    `<filter id="f"><feTurbulence baseFrequency=".1" numOctaves="9"/></filter>${'<rect width="512" height="512" filter="url(#f)"/>'.repeat(shapes)}`,
  );

/** A small SVG that needs about 310 MB. */
export const hugeSvg = (): Buffer =>
  sizedSvg(`${'<g opacity=".9">'.repeat(240)}<path d="M0 0h512v512"/>${'</g>'.repeat(240)}`);

const sizedSvg = (inside: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512">${inside}</svg>`);

/** About 74 bytes that claim to be a PNG of this size. */
export function pngClaimingSize(width: number, height: number): Buffer {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  const head = Buffer.concat([Buffer.from('IHDR'), size, Buffer.from([8, 6, 0, 0, 0])]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk(head),
    chunk(Buffer.from('IDAT')),
    chunk(Buffer.from('IEND')),
  ]);
}

function chunk(content: Buffer): Buffer {
  const whole = Buffer.alloc(content.length + 8);
  whole.writeUInt32BE(content.length - 4, 0);
  content.copy(whole, 4);
  whole.writeUInt32BE(crc(content), content.length + 4);
  return whole;
}

function crc(bytes: Buffer): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  }
  return (value ^ 0xffffffff) >>> 0;
}
