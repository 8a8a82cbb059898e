import type { Server } from '../processes.ts';

/** A call of the product API, with the caller's key. */
export interface DirectCall {
  method: 'GET' | 'POST';
  path: string;
  key: string;
  body: string;
}

/** The calls of a page by wave. */
export type DirectPlan = DirectCall[][];

/** Sets the calls that the proxy makes for `GET /plans/{name}`. */
export async function setPlans({ port }: Server, plans: Record<string, DirectPlan>): Promise<void> {
  await fetch(`http://127.0.0.1:${port}/plans`, { method: 'POST', body: JSON.stringify(plans) });
}
