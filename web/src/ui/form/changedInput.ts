/** The fields of an input that differ from those of the opened form: another user may have changed the others since. */
export const changedInput = <Input extends object>(input: Input, opened: Input): Partial<Input> =>
  Object.fromEntries(
    Object.entries(input).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(opened[name as keyof Input]),
    ),
  ) as Partial<Input>;
