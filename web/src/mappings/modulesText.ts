/** The modules of a mapping in a line; undefined where they are unknown. */
export const modulesText = (modules: readonly { label: string }[] | null): string | undefined =>
  modules?.length === 0 ? 'None' : modules?.map(({ label }) => label).join(', ');
