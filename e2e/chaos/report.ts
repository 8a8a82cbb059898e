import type { Fault, Role } from './faults.ts';
import type { Load, Request } from './load.ts';

const goals = { failedShare: 0.001, failedMs: 5_000, failoverMs: 30_000 };

/** Figures measured from one fault to the next. */
export interface Figures {
  fault: Fault;
  requests: number;
  failed: Request[];
  medianMs: number;
  /** Milliseconds from the fault to the last failed response; 0 if none failed. */
  lastFailedMs: number;
  /** The longest time without an acknowledged write. */
  withoutWriteMs: number;
  missed: string[];
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

function longestGap(times: readonly number[], from: number, to: number): number {
  const points = [from, ...times.filter((at) => at > from && at < to), to];
  return Math.max(...points.slice(1).map((at, place) => at - (points[place] as number)));
}

const medianOf = (requests: readonly Request[]) =>
  requests.map(({ began, ended }) => ended - began).toSorted((one, other) => one - other)[requests.length >> 1] ?? 0;

function missedGoals({ fault, requests, failed, lastFailedMs, withoutWriteMs }: Omit<Figures, 'missed'>): string[] {
  const { name, role, began, back } = fault;
  const share = (some: readonly Request[]) => some.length / Math.max(1, requests);
  const isTooMany = (some: readonly Request[]) => share(some) > goals.failedShare;
  const tooLate = (sinceMs: number) =>
    lastFailedMs > sinceMs + goals.failedMs ? [`a failed answer after ${seconds(lastFailedMs)}`] : [];
  const tooMany = (some: readonly Request[]) => (isTooMany(some) ? [`${(share(some) * 100).toFixed(2)} % failed`] : []);
  const checks: Record<Role, () => string[]> = {
    // Counts all kills together: in one, a single request is a large share.
    several: () => (name === 'kill' ? [] : tooLate(0)),
    aside: () => (name === 'kill' ? tooMany(failed) : tooLate(0)),
    single: () => tooLate(back - began),
    primary: () => [
      ...(withoutWriteMs > goals.failoverMs ? [`no write for ${seconds(withoutWriteMs)}`] : []),
      ...tooLate(goals.failoverMs),
    ],
    'shared state': () => [
      ...tooMany(failed.filter(({ kind }) => kind !== 'write')),
      ...failed
        .filter(
          ({ kind, failure }) =>
            kind === 'write' && !/^UPSTREAM_UNAVAILABLE NOTHING|^UPSTREAM_\w+ UNKNOWN|^CONFLICT/.test(failure ?? ''),
        )
        .map(({ failure }) => `a write was refused with ${failure}`),
      ...tooLate(back - began),
    ],
  };
  return checks[role]();
}

/**
 * A write with the response UNKNOWN was under way when the process failed. Each repetition gets the same response, so it is not counted as an outage.
 */
const isOutage = ({ failure }: Request) => !failure?.endsWith('UNKNOWN');

/** The figures of each fault. */
export const figuresOf = (faults: readonly Fault[], { requests }: Pick<Load, 'requests'>, end: number): Figures[] =>
  faults.map((fault, place) => {
    const to = faults[place + 1]?.began ?? end;
    const within = requests.filter(({ ended }) => ended >= fault.began && ended < to);
    const failed = within.filter(({ failure }) => failure !== null);
    const written = within.filter(({ kind, failure }) => kind === 'write' && failure === null);
    const figures = {
      fault,
      failed,
      requests: within.length,
      medianMs: medianOf(within),
      lastFailedMs: Math.max(0, ...failed.filter(isOutage).map(({ ended }) => ended - fault.began)),
      withoutWriteMs: longestGap(
        written.map(({ ended }) => ended),
        fault.began,
        to,
      ),
    };
    return { ...figures, missed: missedGoals(figures) };
  });

/** Failures after kills of servers while others continued. */
export function failedAfterKills(all: readonly Figures[]): { fact: string; isMissed: boolean } {
  const kills = all.filter(({ fault }) => fault.name === 'kill' && fault.role === 'several');
  const requests = kills.reduce((sum, one) => sum + one.requests, 0);
  const failed = kills.reduce((sum, one) => sum + one.failed.length, 0);
  const share = failed / Math.max(1, requests);
  const fact = `after ${kills.length} kills of gateways and platforms ${failed} of ${requests} requests failed (${(share * 100).toFixed(2)} %)`;
  return { fact, isMissed: share > goals.failedShare };
}

function countBy(texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].map(([text, count]) => `${count} × ${text}`).join(', ');
}

/** One line for each fault. */
export function printFigures(all: readonly Figures[]): void {
  const rows = all.map(({ fault, requests, medianMs, failed, lastFailedMs, withoutWriteMs, missed }) => [
    fault.name,
    fault.victim,
    String(requests),
    `${medianMs.toFixed(0)} ms`,
    String(failed.length),
    `${((failed.length / Math.max(1, requests)) * 100).toFixed(2)} %`,
    seconds(lastFailedMs),
    seconds(withoutWriteMs),
    seconds(fault.back - fault.began),
    missed.join('; ') || 'as it must',
    countBy(failed.map(({ kind, failure }) => `${kind}: ${failure}`)),
  ]);
  const head = [
    'fault',
    'process',
    'requests',
    'median',
    'failed',
    'share',
    'last failed',
    'no write for',
    'back after',
    'goals',
    'failures',
  ];
  const widths = head.map((title, place) => Math.max(title.length, ...rows.map((row) => (row[place] ?? '').length)));
  for (const row of [head, ...rows])
    console.log(
      row
        .map((text, place) => text.padEnd(widths[place] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}

/** A received email. Each message id must arrive once. */
export interface Received {
  at: number;
  to: string;
  messageId: string;
}

/** The rows that the database has for a write: the user's email, and the number of events. */
export interface Stored {
  email: string;
  events: number;
}

/** A kill may come after an email was accepted and before that was recorded. */
const recordMs = 1_000;

/** Checks the data after all faults. Returns the facts to print, and the violations. */
export function checkData(
  { writes }: Pick<Load, 'writes'>,
  stored: readonly Stored[],
  received: readonly Received[],
  faults: readonly Fault[],
): { facts: string[]; wrong: string[] } {
  const events = new Map(stored.map((one) => [one.email, one.events]));
  const ofState = (state: string) => writes.filter((write) => write.state === state);
  const lost = ofState('acknowledged').filter(({ email }) => !events.has(email));
  const doubled = stored.filter((one) => one.events !== 1);
  const byId = new Map<string, number[]>();
  const idsOf = new Map<string, Set<string>>();
  for (const { at, to, messageId } of received) {
    byId.set(messageId, [...(byId.get(messageId) ?? []), at]);
    idsOf.set(to, (idsOf.get(to) ?? new Set()).add(messageId));
  }
  const twice = [...byId.values()].filter((times) => times.length > 1);
  const kills = faults.filter(({ name }) => name === 'kill').map(({ began }) => began);
  const afterKill = twice.filter(([first = 0]) => kills.some((at) => at >= first - recordMs && at <= first + recordMs));
  const several = stored.filter(({ email }) => (idsOf.get(email)?.size ?? 0) > 1);
  const unmailed = stored.filter(({ email }) => !idsOf.has(email));
  const unknown = ofState('unknown');
  const facts = [
    `${ofState('acknowledged').length} writes acknowledged, ${stored.length} stored`,
    `${unknown.length} answered UNKNOWN to the end, of which ${unknown.filter(({ email }) => events.has(email)).length} were stored`,
    `${received.length} mails; ${twice.length} came twice with one Message-ID, ${afterKill.length} of them around a kill`,
  ];
  const wrong = [
    ...lost.map(({ email }) => `${email} was acknowledged and is not stored`),
    ...doubled.map((one) => `${one.email} has ${one.events} events of its creation`),
    ...ofState('refused').map(({ email, failure }) => `${email} was refused with ${failure}`),
    ...ofState('unanswered').map(({ email, failure }) => `${email} was never acknowledged: ${failure}`),
    ...several.map(({ email }) => `${email} was mailed twice with two Message-IDs`),
    ...unmailed.map(({ email }) => `${email} was not mailed`),
    ...(twice.length > afterKill.length ? [`${twice.length - afterKill.length} mails came twice without a kill`] : []),
  ];
  return { facts, wrong };
}
