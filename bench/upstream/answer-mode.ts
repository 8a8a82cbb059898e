import type { Server } from '../processes.ts';

/** A call of the product API, with the caller's key. */
export interface RecordedCall {
  method: string;
  path: string;
  key: string;
  body: string;
}

/** How a product API of the bench answers. */
export interface AnswerMode {
  /** Each answer that contains a time has another one, as if a row had been changed before. */
  changes: boolean;
  recordsCalls: boolean;
}

export const defaultMode: AnswerMode = { changes: false, recordsCalls: false };

/** Sets how the product API answers from now on. Returns the calls that were recorded before. */
export async function setMode({ port }: Server, mode: Partial<AnswerMode>): Promise<RecordedCall[]> {
  const body = JSON.stringify({ ...defaultMode, ...mode });
  const answer = await fetch(`http://127.0.0.1:${port}/bench/mode`, {
    method: 'POST',
    headers: { connection: 'close' },
    body,
  });
  return (await answer.json()) as RecordedCall[];
}
