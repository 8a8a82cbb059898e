import type { Context } from '../core/context.ts';

/** Accepts an invited user after their details were added, unless the product API has done so with the details. */
export async function acceptAfterDetails(context: Context, accept: () => Promise<void>): Promise<void> {
  if (!(await context.supports('mapping_by_details'))) await accept();
}
