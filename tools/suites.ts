/** `quick` tests the behaviour that users see; `release` is run before a release. The name of a test file decides. */
export type Suite = 'quick' | 'release';
export const suites: readonly Suite[] = ['quick', 'release'];

export const suiteOf = (path: string): Suite => (/\.release\.(test|spec)\.tsx?$/.test(path) ? 'release' : 'quick');

/** Vitest's filters for the test files of a suite (default: both) below a path. */
export const testFilesOf = (suite: string | undefined, path: string, extension: string) => ({
  include: [`${path}${suite === 'release' ? '.release' : ''}.test.${extension}`],
  exclude: suite === 'quick' ? [`${path}.release.test.${extension}`] : [],
});
