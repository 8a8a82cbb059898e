/** Checks the guides for contributors: the paths that they name exist, and the lists of places that a mutation and a field touch are complete. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSourceFiles } from './source-files.ts';
import { root } from './steps.ts';

const guides = ['README.md', 'docs/architecture.md', 'docs/contributing.md'];
const pathPattern = /(?<![\w./-])(?:contract|platform|gateway|web|e2e|tools|bench|docs)\/[\w./-]*[\w/]/g;
/** A file of a project, as in `vitest run --project=gateway src/…`. */
const projectFilePattern = /--project=(\w+)[\w-]* (src\/[\w./-]+)/g;

const read = (path: string) => readFileSync(join(root, path), 'utf8');

function missingPaths(guide: string): string[] {
  const text = read(guide);
  const named = [
    ...[...text.matchAll(pathPattern)].map(([path]) => path),
    ...[...text.matchAll(projectFilePattern)].map(([, project, file]) => `${project}/${file}`),
  ];
  return [...new Set(named)]
    .filter((path) => !existsSync(join(root, path)))
    .map((path) => `${guide} names ${path}, which does not exist`);
}

const guide = 'docs/contributing.md';

interface PlaceList {
  /** The comment around the list, in `docs/contributing.md`. */
  marker: string;
  section: string;
  name: string;
  pattern: RegExp;
  withTests: boolean;
}

const placeLists: readonly PlaceList[] = [
  {
    marker: 'places of a mutation',
    section: 'Adding a mutation',
    name: 'changeAssessmentStatus',
    // Its names in schema and types, REST call and permission.
    pattern: /\bchangeAssessmentStatus|\bupdateAsmtState|\bassessments:changeStatus|ChangeAssessmentStatusPayload/,
    withTests: true,
  },
  {
    marker: 'places of a field',
    section: 'Adding a field of a person',
    name: 'mobile',
    pattern: /\bmobile\b/,
    withTests: false,
  },
];

function placeProblems({ marker, section, name, pattern, withTests }: PlaceList): string[] {
  const [, list = ''] = new RegExp(`<!-- ${marker} -->\n(.*?)<!-- /places`, 's').exec(read(guide)) ?? [];
  const listed = [...list.matchAll(/^\| `([^`]+)` \|/gm)].map(([, path = '']) => path);
  const touched = [
    ...['schema.graphql', 'codegen.ts'].filter((path) => pattern.test(read(path))),
    ...readSourceFiles()
      .filter(
        ({ path, text, isTest }) =>
          !/^(tools|bench|web\/src\/widgets)\//.test(path) && (withTests || !isTest) && pattern.test(text),
      )
      .map(({ path }) => path),
  ];
  return [
    ...touched
      .filter((path) => !listed.includes(path))
      .map((path) => `${path} is a place of ${name}: list it in ${guide}, “${section}”`),
    ...listed
      .filter((path) => !touched.includes(path))
      .map((path) => `${guide} lists ${path}, which does not exist or has nothing of ${name}`),
  ];
}

const problems = [...guides.flatMap(missingPaths), ...placeLists.flatMap(placeProblems)];
for (const problem of problems) console.log(problem);
console.log(`${guides.join(', ')}: ${problems.length} problems`);
if (problems.length > 0) process.exitCode = 1;
