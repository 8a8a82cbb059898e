/** A statement may have 65,535 parameters; rows of up to 32 columns fit. */
const batchSize = 2_000;

/** Writes many rows, as few statements as possible, in their order. Gives what each statement answers. */
export async function inBatches<R, T>(rows: readonly R[], write: (batch: R[]) => Promise<T[]>): Promise<T[]> {
  const answers: T[] = [];
  for (let from = 0; from < rows.length; from += batchSize)
    for (const answer of await write(rows.slice(from, from + batchSize))) answers.push(answer);
  return answers;
}
