import { readFileSync } from 'node:fs';
import { setInterval as every } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { renderEvidencePdf } from './evidence-renderer.ts';

const at = new Date('2026-11-20T10:00:00Z');
const names = ['Ana Müller', 'Мария Иванова', 'محمد أحمد', 'नरेंद्र शर्मा', '王小明', '山田太郎さん', '김철수', 'ไทย'];

/** The largest memory, in MB, of the processes that this one has started. */
function peakOfChildren(): number {
  const children =
    readFileSync('/proc/thread-self/children', 'utf8') ||
    readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8');
  return Math.max(
    0,
    ...children.split(' ').map((id) => {
      try {
        const status = readFileSync(`/proc/${Number(id)}/status`, 'latin1');
        return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
      } catch {
        return 0;
      }
    }),
  );
}

test('EVIDENCE-16 the PDF of 2,000 people takes less than 150 MB, in a process of its own', {
  timeout: 300_000,
}, async () => {
  const people = Array.from({ length: 2_000 }, (_, place) => ({
    ...{ name: `${names[place % names.length]} ${place}`, email: `person${place}@example.org`, role: 'Assessor' },
    ...{ reviewer: 'Olga <olga@example.org>', decision: 'Keep', reason: place % 4 ? '' : 'Still in the same team.' },
    facts:
      'Last sign-in 2026-11-02 08:00:00 UTC; Second factors: App; Responder: no; API keys: 0; Events in 90 days: 7',
    ...{ decidedBy: 'Olga <olga@example.org>', decidedAt: at, outcome: 'Nothing to change', event: null },
  }));
  const made = renderEvidencePdf({
    ...{ organisation: 'Acme', name: 'Autumn', id: 7, scope: 'All: 2,000', startedBy: 'Ana', startedAt: at },
    ...{ dueOn: '2026-12-01', endedBy: 'Ana', endedAt: at, madeAt: at, people, roles: [] },
    reviewers: [{ name: 'Olga <olga@example.org>', people: 2_000, decided: 2_000 }],
    chain: { number: 1, hash: 'ab'.repeat(32) },
  });
  const end = new AbortController();
  let peak = 0;
  const watching = (async () => {
    for await (const _ of every(20, null, { signal: end.signal })) peak = Math.max(peak, peakOfChildren());
  })().catch(() => undefined);
  expect(
    Buffer.from(await made)
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  end.abort();
  await watching;
  expect(peak).toBeGreaterThan(40);
  expect(peak).toBeLessThan(150);
});
