/** What proves what a person meets, and what is tried before a release. The name of a test file tells which it belongs to. */
export type Suite = 'quick' | 'release';
export declare const suites: readonly Suite[];
export declare const suiteOf: (path: string) => Suite;
/** The test files of a suite below a path, and of both without one, as Vitest takes them. */
export declare const testFilesOf: (
  suite: string | undefined,
  path: string,
  extension: string,
) => {
  include: string[];
  exclude: string[];
};
