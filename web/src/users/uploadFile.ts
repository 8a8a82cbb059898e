/** A copy of the file in memory; null when it cannot be read, for example because it was moved or changed after it was chosen. */
export const copyFileToMemory = async (source: File): Promise<File | null> => {
  try {
    return new File([await source.arrayBuffer()], source.name, { type: 'text/csv' });
  } catch {
    return null;
  }
};

/** Whether the file on disk still equals its copy. Some browsers refuse to read a changed file, others read the new content. */
export const isUnchanged = async (copy: File, source: File): Promise<boolean> => {
  const now = await copyFileToMemory(source);
  if (now?.size !== copy.size) return false;
  const [old, current] = await Promise.all([copy, now].map(async (file) => new Uint8Array(await file.arrayBuffer())));
  return old?.every((byte, place) => byte === current?.[place]) ?? false;
};
