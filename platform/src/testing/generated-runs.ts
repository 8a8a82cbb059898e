import fc, { type GeneratorValue } from 'fast-check';

const seed = 20_261_121;
const mostProblems = 20;

export const atOnce = 4;
/** Requests between two resets. */
export const batchSize = 100;

/** The number of requests for one server: half of GENERATED_REQUESTS, which both servers share. */
export const requestCount = (fewest: number): number =>
  process.env.GENERATED_REQUESTS ? Math.ceil(Number(process.env.GENERATED_REQUESTS) / 2) : fewest;

/** Runs reproducible rounds and returns the problems that they report. */
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
