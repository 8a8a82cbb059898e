/** Checks the guides for contributors: the paths that they name exist, and the lists of places that a mutation touches and of files that ask for capabilities are complete. */
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

/** The mutation of docs/contributing.md, by its names in schema and types, REST call and permission. */
const example = /\bchangeAssessmentStatus|\bupdateAsmtState|\bassessments:changeStatus|ChangeAssessmentStatusPayload/;

function mutationPlaces(): string[] {
  const guide = 'docs/contributing.md';
  const [, list = ''] = /<!-- places of a mutation -->\n(.*?)<!-- \/places/s.exec(read(guide)) ?? [];
  const listed = [...list.matchAll(/^\| `([^`]+)` \|/gm)].map(([, path = '']) => path);
  const touched = [
    ...['schema.graphql', 'codegen.ts'].filter((path) => example.test(read(path))),
    ...readSourceFiles()
      .filter(({ path, text }) => !/^(tools|bench)\//.test(path) && example.test(text))
      .map(({ path }) => path),
  ];
  return [
    ...touched
      .filter((path) => !listed.includes(path))
      .map((path) => `${path} is a place of changeAssessmentStatus: list it in ${guide}, “Adding a mutation”`),
    ...listed
      .filter((path) => !touched.includes(path))
      .map((path) => `${guide} lists ${path}, which does not exist or has nothing of changeAssessmentStatus`),
  ];
}

/** The files of the gateway that ask for capabilities, outside the folder that does so for the areas. */
function capabilityFiles(): string[] {
  const guide = 'docs/architecture.md';
  const [, list = ''] = /<!-- files that ask for capabilities -->\n(.*?)<!-- \/files/s.exec(read(guide)) ?? [];
  const listed = [...list.matchAll(/^\| `([^`]+)` \|/gm)].map(([, path = '']) => path);
  const asking = readSourceFiles()
    .filter(({ path, text, isTest }) => path.startsWith('gateway/src/') && !isTest && /\.supports\(/.test(text))
    .map(({ path }) => path)
    .filter((path) => !path.startsWith('gateway/src/specified/'));
  return [
    ...asking
      .filter((path) => !listed.includes(path))
      .map((path) => `${path} asks what the product API has: gateway/src/specified does that for the areas (${guide})`),
    ...listed.filter((path) => !asking.includes(path)).map((path) => `${guide} lists ${path}, which asks for nothing`),
  ];
}

const problems = [...guides.flatMap(missingPaths), ...mutationPlaces(), ...capabilityFiles()];
for (const problem of problems) console.log(problem);
console.log(`${guides.join(', ')}: ${problems.length} problems`);
if (problems.length > 0) process.exitCode = 1;
