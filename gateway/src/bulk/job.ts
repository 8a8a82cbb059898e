import { recordOf } from '../product-api/shape.ts';

/** A job with the schema's name for what is done. */
export function jobOf(value: unknown): object {
  const { act, ...job } = recordOf(value);
  return { ...job, action: act };
}
