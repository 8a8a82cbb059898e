/** Puts an entry at the end of a map, and takes out the first of more than `most`. */
export function keepRecent<T>(map: Map<string, T>, key: string, entry: T, most: number): T {
  map.delete(key);
  map.set(key, entry);
  const [oldest] = map.size > most ? map.keys() : [];
  if (oldest !== undefined) map.delete(oldest);
  return entry;
}
