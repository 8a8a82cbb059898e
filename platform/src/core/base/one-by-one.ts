/** Runs the work for each item in order, also after a failure, and throws the first failure at the end. */
export async function oneByOne<T>(all: Iterable<T>, work: (one: T) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = [];
  for (const one of all) await work(one).catch((failure) => failures.push(failure));
  if (failures.length > 0) throw failures[0];
}
