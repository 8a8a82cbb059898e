/** The file as it is now, in memory; null when it cannot be read, as when it was moved or changed after it was chosen. */
export const copyOf = async (source: File): Promise<File | null> => {
  try {
    return new File([await source.arrayBuffer()], source.name, { type: 'text/csv' });
  } catch {
    return null;
  }
};

/** Whether the file on disk is still what was copied. Some browsers refuse to read one that was changed, others read what it is now. */
export const isStill = async (copy: File, source: File): Promise<boolean> => {
  const now = await copyOf(source);
  if (now?.size !== copy.size) return false;
  const [old, current] = await Promise.all([copy, now].map(async (file) => new Uint8Array(await file.arrayBuffer())));
  return old?.every((byte, place) => byte === current?.[place]) ?? false;
};
