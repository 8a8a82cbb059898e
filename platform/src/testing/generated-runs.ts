import fc, { type GeneratorValue } from 'fast-check';

const seed = 20_261_121;
const mostProblems = 20;

/** Requests that are sent at the same time. */
export const atOnce = 4;
/** Requests between two resets. */
export const batchSize = 100;

/** How many requests the tests of one server send: half of what is asked for, which both servers' tests send together. */
export const requestCount = (fewest: number): number =>
  process.env.GENERATED_REQUESTS ? Math.ceil(Number(process.env.GENERATED_REQUESTS) / 2) : fewest;

/** Makes runs that are the same each time, and gives what is wrong in them: the texts that a run returns. */
export async function generatedRuns(
  { first, runs }: { first: number; runs: number },
  run: (g: GeneratorValue) => Promise<readonly string[]>,
): Promise<string[]> {
  const problems: string[] = [];
  const property = fc.asyncProperty(fc.gen(), async (g) => {
    problems.push(...(await run(g)));
    return problems.length < mostProblems;
  });
  const { errorInstance } = await fc.check(property, { seed: seed + first, numRuns: runs, endOnFailure: true });
  if (errorInstance) problems.push(String(errorInstance));
  return problems.map((problem) => `seed ${seed + first}: ${problem}`);
}
