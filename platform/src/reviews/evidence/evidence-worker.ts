/** The module of the process that writes the PDF of an evidence. */
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { writeEvidencePdf } from './evidence-pdf.ts';
import type { ReviewEvidence } from './review-evidence.ts';

process.on('message', async (evidence: ReviewEvidence) => {
  const out = new PassThrough();
  const [bytes] = await Promise.all([buffer(out), writeEvidencePdf(evidence, out)]);
  process.send?.({ bytes });
});
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.send?.('ready');
