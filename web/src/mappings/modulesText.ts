/** The modules of a mapping in a line; undefined where they are not known. */
export const modulesText = (modules: readonly { label: string }[] | null): string | undefined =>
  modules?.length === 0 ? 'None' : modules?.map(({ label }) => label).join(', ');
