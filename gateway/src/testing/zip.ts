import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';

type Parts = Readonly<Record<string, string | Buffer>>;

/** A ZIP archive; `declaredSize` is the size that it declares for each part. */
export const zip = (parts: Parts, declaredSize?: number): Buffer => zipOf(Object.entries(parts), declaredSize);

/** A ZIP archive of parts, several of which can have one name. */
export function zipOf(parts: readonly [name: string, content: string | Buffer][], declaredSize?: number): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of parts) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(declaredSize ?? bytes.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), common, rest, Buffer.from(name));
    files.push(local);
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  const count = parts.length;
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(entries.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, entries, Buffer.from('PK\u0005\u0006'), end]);
}

/** The parts of a ZIP archive, by name. */
export function unzip(bytes: Buffer): Record<string, string> {
  const parts: Record<string, string> = {};
  let at = bytes.readUInt32LE(bytes.length - 6);
  while (bytes.readUInt32LE(at) === 0x02014b50) {
    const [size, offset] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 42)];
    const [name, extra, comment] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ];
    const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
    const packed = bytes.subarray(start, start + size);
    const content = bytes.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed);
    parts[bytes.toString('utf8', at + 46, at + 46 + name)] = content.toString();
    at += 46 + name + extra + comment;
  }
  return parts;
}
