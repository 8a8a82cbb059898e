import { readFile } from 'node:fs/promises';
import { ReadableStream as NodeStream } from 'node:stream/web';
import { StartError, systemErrorReason } from '@console/server-base/settings';
import { Decrypter, Encrypter } from 'age-encryption';

/** First line of every file in the format of `age`. */
export const encryptedStart = 'age-encryption.org/v1\n';

const keyStart = 'age1';

// The library has the browser's stream types, which lack `from` and iteration.
const streamOf = (source: AsyncIterable<Uint8Array>) =>
  NodeStream.from(source) as unknown as ReadableStream<Uint8Array>;
const piecesOf = (stream: unknown) => stream as AsyncIterable<Uint8Array>;

/** Public keys: one, several with commas, or a file with one per line. Throws StartError with the problem. */
export async function readPublicKeys(given: string, resolvePath: (path: string) => string): Promise<string[]> {
  const isFile = !/^(age1|AGE-SECRET-KEY-)/.test(given);
  const keys = isFile ? await readKeyLines(resolvePath(given)) : given.split(',').map((key) => key.trim());
  const where = isFile ? `"${given}"` : 'The public key';
  if (keys.length === 0) throw new StartError(`${where} contains no age public key, such as age1….`);
  for (const key of keys) {
    // A mistaken secret key must not be printed.
    if (!key.startsWith(keyStart) || !isPublicKey(key))
      throw new StartError(
        `${where} is not an age public key. It must begin with ${keyStart}, as age-keygen prints it.`,
      );
  }
  return keys;
}

async function readKeyLines(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch((error) => {
    throw new StartError(`"${path}" cannot be read: ${systemErrorReason(error)}.`);
  });
  return text.split('\n').flatMap((line) => (/^\s*(#|$)/.test(line) ? [] : [line.trim()]));
}

function isPublicKey(key: string): boolean {
  try {
    new Encrypter().addRecipient(key);
    return true;
  } catch {
    return false;
  }
}

/** Encrypts a stream with one piece of 64 KiB in memory. */
export async function* encryptTo(
  keys: readonly string[],
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter();
  for (const key of keys) encrypter.addRecipient(key);
  yield* piecesOf(await encrypter.encrypt(streamOf(source)));
}

/** Reads the keys of an age-keygen file once, because it can be a pipe. Throws StartError if it has none, and when a stream needs another key or is damaged. */
export async function readIdentities(file: string) {
  const decrypter = new Decrypter();
  const keys = await readKeyLines(file);
  try {
    if (keys.length === 0) throw new Error('no key');
    for (const key of keys) decrypter.addIdentity(key);
  } catch {
    throw new StartError(
      `"${file}" contains no age identity, which is a line AGE-SECRET-KEY-…. If the file has a passphrase, decrypt it first.`,
    );
  }
  return async function* decrypt(source: AsyncIterable<Uint8Array>, path: string): AsyncGenerator<Uint8Array> {
    try {
      yield* piecesOf(await decrypter.decrypt(streamOf(source)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== undefined) throw error;
      const { message } = error as Error;
      throw new StartError(
        message.startsWith('no identity matched')
          ? `"${path}" was encrypted for a key that is not in "${file}". Nothing was changed.`
          : `"${path}" is incomplete or damaged. Nothing was changed.`,
      );
    }
  };
}
