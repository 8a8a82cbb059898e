import { recordOf } from '../product-api/shape.ts';

export function jobOf(value: unknown): object {
  const { act, ...job } = recordOf(value);
  return { ...job, action: act };
}
