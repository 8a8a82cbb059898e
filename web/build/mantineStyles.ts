import type { Plugin } from 'vite';

const classes = /@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/;
const styles = /@mantine\/core\/styles\/([\w-]+)\.css/;
// Without default-css-variables, because the provider writes all variables.
const always = ['baseline', 'global'];

/** Fails the build when a Mantine component has no stylesheet, or a stylesheet is no longer used. */
export function mantineStyles(): Plugin {
  return {
    name: 'console-mantine-styles',
    apply: 'build',
    generateBundle(_options, bundle) {
      const rendered = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' ? Object.keys(file.modules) : [],
      );
      const needed = new Set([...always, ...rendered.flatMap((id) => classes.exec(id)?.[1] ?? [])]);
      const imported = new Set([...this.getModuleIds()].flatMap((id) => styles.exec(id)?.[1] ?? []));
      const missing = [...needed].filter((name) => !imported.has(name));
      const spare = [...imported].filter((name) => !needed.has(name));
      if (missing.length > 0) this.error(`src/ui/theme/styles.ts lacks the styles of ${missing.join(', ')}`);
      if (spare.length > 0) this.error(`src/ui/theme/styles.ts has styles that nothing renders: ${spare.join(', ')}`);
    },
  };
}
