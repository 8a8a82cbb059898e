/** The value of a form at a path such as `organiser.email`. */
export const valueAt = (values: object, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | null)?.[key], values);
