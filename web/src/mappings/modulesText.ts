/** The modules of a mapping in a line; undefined where they are unknown. */
export const modulesText = (modules: readonly { label: string }[] | null): string | undefined =>
  modules?.length === 0 ? 'None' : modules?.map(({ label }) => label).join(', ');

/** A warning before something without modules is accepted; null where modules are selected or unknown. */
export const noModulesWarning = (modules: readonly unknown[] | null): string | null =>
  modules?.length === 0
    ? 'No modules were selected, so accepting gives access to no module. Reject the request, and ask for one with modules.'
    : null;
