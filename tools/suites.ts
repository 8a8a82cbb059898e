/** What proves what a person meets, and what is tried before a release. The name of a test file tells which it belongs to. */
export type Suite = 'quick' | 'release';
export const suites: readonly Suite[] = ['quick', 'release'];

export const suiteOf = (path: string): Suite => (/\.release\.(test|spec)\.tsx?$/.test(path) ? 'release' : 'quick');

/** The test files of a suite below a path, and of both without one, as Vitest takes them. */
export const testFilesOf = (suite: string | undefined, path: string, extension: string) => ({
  include: [`${path}${suite === 'release' ? '.release' : ''}.test.${extension}`],
  exclude: suite === 'quick' ? [`${path}.release.test.${extension}`] : [],
});
