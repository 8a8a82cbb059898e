/** A statement may have 65,535 parameters: enough for rows of up to 32 columns. */
const batchSize = 2_000;

/** Runs `write` for batches of rows, in order, and concatenates the results. */
export async function inBatches<R, T>(rows: readonly R[], write: (batch: R[]) => Promise<T[]>): Promise<T[]> {
  const answers: T[] = [];
  for (let from = 0; from < rows.length; from += batchSize)
    for (const answer of await write(rows.slice(from, from + batchSize))) answers.push(answer);
  return answers;
}
