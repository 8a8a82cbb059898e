/** The messages of a stream of RFC 6587, each after its length in octets. */
export function readFrames(bytes: Buffer): string[] {
  const frames: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(' ', at);
    const length = Number(bytes.toString('latin1', at, space));
    if (space < 0 || !Number.isInteger(length)) throw new Error('not counted in octets');
    const end = space + 1 + length;
    if (end > bytes.length) break;
    frames.push(bytes.toString('utf8', space + 1, end));
    at = end;
  }
  return frames;
}
