import { readFileSync } from 'node:fs';
import { readPageFiles } from '@console/gateway/http/preloads';
import type { SizeLimitConfig } from 'size-limit';

const dist = 'web/dist';
/** Of one page: many small ones are slow where an answer takes long. */
const maxScripts = 18;

const { entry, pages } = await readPageFiles(dist);
const manifest = JSON.parse(readFileSync(`${dist}/.vite/manifest.json`, 'utf8')) as Record<string, { file: string }>;
const pageScripts = pages.map((page) => ({ ...page, scripts: [...entry.scripts, ...page.scripts] }));
const onPages = new Set(pageScripts.flatMap(({ scripts }) => scripts));
const later = Object.values(manifest).flatMap(({ file }) => (file.endsWith('.js') && !onPages.has(file) ? [file] : []));

// The build has compressed each file.
const check = (kind: string, of: string, files: readonly string[], limit: string) => ({
  name: `${kind}: ${of}`,
  path: files.map((file) => `${dist}/${file}.br`),
  brotli: false,
  limit,
});

const checks: SizeLimitConfig = pageScripts.flatMap(({ path, guarded, scripts, styles }) => {
  if (scripts.length > maxScripts) throw new Error(`${path} has ${scripts.length} scripts of ${maxScripts}`);
  return [
    ...(path === '/login' ? [check('/login', path, scripts, '140.7 kB')] : []),
    ...(guarded ? [check('signed-in page', path, scripts, '228 kB')] : []),
    check('css', path, [...entry.styles, ...styles], '16.6 kB'),
  ];
});

/** What loads when it is seen or pressed, and is nearly all of a library: the charts, and the writer of workbooks. */
const limits = new Map([
  [manifest['src/overview/OverviewCharts.tsx']?.file, '111 kB'],
  [manifest['src/users/uploadTemplate.ts']?.file, '33.5 kB'],
]);
const limitOf = (file: string): string => limits.get(file) ?? '23.8 kB';

export default [...checks, ...later.map((file) => check('further chunk', file, [file], limitOf(file)))];
