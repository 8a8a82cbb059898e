import type { DirectPlan } from '../peers/direct-plan.ts';
import type { Server } from '../processes.ts';

/** How the repeating product API answers. */
export interface ReplayMode {
  /** Each answer that contains a time has another one, as if a row had been changed before. */
  changes: boolean;
  /** Milliseconds before each answer. */
  delayMs: number;
  recordsCalls: boolean;
}

export const defaultMode: ReplayMode = { changes: false, delayMs: 0, recordsCalls: false };

/** Sets how the product API answers from now on. Returns the calls by wave that were recorded before. */
export async function setMode({ port }: Server, mode: Partial<ReplayMode>): Promise<DirectPlan> {
  const body = JSON.stringify({ ...defaultMode, ...mode });
  const answer = await fetch(`http://127.0.0.1:${port}/bench/mode`, { method: 'POST', body });
  return (await answer.json()) as DirectPlan;
}
