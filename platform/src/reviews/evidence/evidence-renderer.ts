import { RenderProcess } from '../../core/files/render-process.ts';
import type { ReviewEvidence } from './review-evidence.ts';

const worker = new URL('./evidence-worker.ts', import.meta.url);

/** Compiling the shaper less, and collecting garbage often, takes a third of the memory. */
const execArgvFor = (people: number) => [
  '--liftoff-only',
  '--optimize-for-size',
  '--max-semi-space-size=1',
  `--max-old-space-size=${64 + Math.ceil(people / 100)}`,
];

/** Enough for the slowest machine; what takes longer would never end. */
export const evidenceSeconds = (people: number) => 600 + people;

/** Writes the PDF of an evidence in a process of its own, which ends with the signal, so that neither its memory nor its work are the platform's. */
export async function renderEvidencePdf(evidence: ReviewEvidence, signal?: AbortSignal): Promise<Uint8Array> {
  const { length } = evidence.people;
  const limits = { seconds: evidenceSeconds(length), megabytes: 400 + Math.ceil(length / 50) };
  const program = new RenderProcess<ReviewEvidence, { bytes: Uint8Array }>({
    worker,
    ...{ execArgv: execArgvFor(length), limits },
  });
  signal?.addEventListener('abort', () => void program.end());
  try {
    signal?.throwIfAborted();
    const result = await program.render(evidence);
    if ('failure' in result) throw new Error(`the PDF of an access review was not made (${result.failure})`);
    return result.bytes;
  } finally {
    await program.end();
  }
}
