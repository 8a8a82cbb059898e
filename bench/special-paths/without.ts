/** Loaded into a gateway that is started without a special path: changes one line of its source. BENCH_WITHOUT is the name of the path. */
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../processes.ts';
import { type SpecialPath, specialPaths } from './paths.ts';

const path: SpecialPath | undefined = specialPaths.find(({ name }) => name === process.env.BENCH_WITHOUT);
if (path?.change) {
  const { file, line, without } = path.change;
  const changed = pathToFileURL(join(root, file)).href;
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (url !== changed) return loaded;
      const source = String(loaded.source);
      if (source.split(line).length !== 2) throw new Error(`${file} does not have this line once: ${line}`);
      return { ...loaded, source: source.replace(line, without) };
    },
  });
}
