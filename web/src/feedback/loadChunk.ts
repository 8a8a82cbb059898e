/** A script chunk that takes longer than this has failed (SPEC 9). */
const chunkTimeoutMs = 120_000;

export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
  /** The name of the route that the chunk belongs to; null for a part of a page. */
  part: string | null = null;
}

/** Loads a script chunk; throws ChunkLoadError when it fails or takes too long. */
export const loadChunk = async <Module>(load: () => Promise<Module>, withinMs = chunkTimeoutMs): Promise<Module> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError(`not loaded within ${withinMs} ms`)), withinMs);
  });
  try {
    return await Promise.race([load(), late]);
  } catch (cause) {
    throw cause instanceof ChunkLoadError ? cause : new ChunkLoadError('part of the console failed to load', { cause });
  } finally {
    clearTimeout(timer);
  }
};
