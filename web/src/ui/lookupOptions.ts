interface Option {
  id: string;
  label: string;
}

/** The entry of a list that a product API names by its id or by its label; what no list knows stands for itself. */
export const entryOf = (options: readonly Option[] | null | undefined, saved: string): Option =>
  options?.find(({ id }) => id === saved) ??
  options?.find(({ label }) => label === saved) ?? { id: saved, label: saved };

/** The entries to choose from by their ids; what is saved is a choice as well, even when the list does not know it or could not be loaded. */
export const choicesOf = (options: readonly Option[] | null | undefined, saved: string | null) => {
  const known = options ?? [];
  const kept = saved ? [entryOf(known, saved)].filter(({ id }) => known.every((option) => option.id !== id)) : [];
  return [...kept, ...known].map(({ id, label }) => ({ value: id, label }));
};
