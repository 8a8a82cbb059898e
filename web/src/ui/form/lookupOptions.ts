interface LookupOption {
  id: string;
  label: string;
}

/** The entry of a list that a product API names by its id or by its label; an unknown value is its own label. */
export const lookupOptionOf = (options: readonly LookupOption[] | null | undefined, saved: string): LookupOption =>
  options?.find(({ id }) => id === saved) ??
  options?.find(({ label }) => label === saved) ?? { id: saved, label: saved };

/** The options by their ids. The saved value is always one of them, even when the list does not contain it or could not be loaded. */
export const lookupSelectOptions = (options: readonly LookupOption[] | null | undefined, saved: string | null) => {
  const known = options ?? [];
  const unknown = saved
    ? [lookupOptionOf(known, saved)].filter(({ id }) => known.every((option) => option.id !== id))
    : [];
  return [...unknown, ...known].map(({ id, label }) => ({ value: id, label }));
};
