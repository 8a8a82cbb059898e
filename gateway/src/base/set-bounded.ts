/** Puts an entry at the end of a map and removes the first entry when there are more than `limit`. */
export function setBounded<T>(map: Map<string, T>, key: string, entry: T, limit: number): T {
  map.delete(key);
  map.set(key, entry);
  const [oldest] = map.size > limit ? map.keys() : [];
  if (oldest !== undefined) map.delete(oldest);
  return entry;
}
