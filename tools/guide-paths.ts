/**
 * Checks the guides: the links and anchors of all pages lead somewhere. Of those for contributors also that the paths that they name exist, and that the lists of places
 * that mutations and a field touch, and of files that ask for capabilities, are complete.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandProblems, linkProblems } from './guide-links.ts';
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

/** A mutation or field that docs/contributing.md lists the places of. */
interface Listed {
  name: string;
  section: string;
  /** Its names in the schema, in types, as REST call and as permission, and the console's operation. */
  names: RegExp;
  /** Files that name it to show something else. */
  others: readonly string[];
  isTested?: boolean;
}

const allListed: readonly Listed[] = [
  {
    name: 'changeAssessmentStatus',
    section: 'Adding a mutation',
    names:
      /\bchangeAssessmentStatus|\bupdateAsmtState|\bassessments:changeStatus|ChangeAssessmentStatusPayload|AssessmentStatusSelect_Change\b/,
    others: ['gateway/src/testing/access-senders.ts', 'platform/src/audit/event-feed.test.ts'],
  },
  {
    name: 'deactivateUser',
    section: 'Adding a mutation',
    names:
      /\bdeactivateUser|\bactivateDeactivateUser|\busers:deactivate|DeactivateUserPayload|DeactivateUserButton_Deactivate\b/,
    others: [
      'gateway/src/account/confirmations.test.ts',
      'gateway/src/audit/audit.test.ts',
      'contract/src/calls/bulk-acts.ts',
      'platform/src/access.test.ts',
      'platform/src/audit/event-feed.test.ts',
      'platform/src/bulk/bulk-acts.postgres.test.ts',
      'platform/src/bulk/bulk-acts.test.ts',
      'platform/src/bulk/bulk-commands.ts',
      'web/src/ui/dialog/bulkActs.test.tsx',
      'web/src/users/UserBulkActs.tsx',
      'gateway/src/core/audited-field.test.ts',
      'gateway/src/core/audited-field.ts',
      'gateway/src/core/own-password.test.ts',
      'gateway/src/core/refusal-report-calls.test.ts',
      'gateway/src/core/refusal-reports.test.ts',
      'gateway/src/graphql/abuse.test.ts',
      'gateway/src/harsh-answers.test.ts',
      'gateway/src/idempotency.test.ts',
      'gateway/src/keys/key-scopes.test.ts',
      'gateway/src/other-product-api.variants.test.ts',
      'gateway/src/permissions.release.test.ts',
      'gateway/src/product-api/neighbouring-releases.release.test.ts',
      'gateway/src/product-api/response-reader.test.ts',
      'gateway/src/users/user-permissions.test.ts',
      'gateway/src/users/users.resolvers.ts',
      'platform/src/core/access/refusal-log.test.ts',
      'platform/src/core/database/database.test.ts',
      'platform/src/testing/refusals.ts',
      'platform/src/users/activation-mail.test.ts',
      'platform/src/users/user-duties.routes.ts',
      'web/src/invitations/invitations.test.tsx',
      'web/src/users/deactivationImpact.test.tsx',
    ],
  },
  { name: 'mobile', section: 'Adding a field of a person', names: /\bmobile\b/, others: [], isTested: false },
];

/** What a person edits by hand, journeys aside. */
const editedFiles = [
  ...['schema.graphql', 'codegen.ts'].map((path) => ({ path, text: read(path), isTest: false })),
  ...readSourceFiles().filter(({ path }) => !/^(tools|bench|e2e|web\/src\/widgets)\//.test(path)),
];

function placeProblems({ name, section, names, others, isTested = true }: Listed): string[] {
  const guide = 'docs/contributing.md';
  const list = read(guide).split(`<!-- places of ${name} -->\n`)[1]?.split('<!-- /places')[0] ?? '';
  const listed = [...list.matchAll(/^\| `([^`]+)` \|/gm)].map(([, path = '']) => path);
  const touched = editedFiles
    .filter(({ text, isTest }) => (isTested || !isTest) && names.test(text))
    .map(({ path }) => path);
  return [
    ...touched
      .filter((path) => !listed.includes(path) && !others.includes(path))
      .map((path) => `${path} is a place of ${name}: list it in ${guide}, “${section}”`),
    ...[...listed, ...others]
      .filter((path) => !touched.includes(path))
      .map((path) => `${path}, listed for ${name}, does not exist or has nothing of it`),
    ...listed
      .filter((path) => others.includes(path))
      .map((path) => `${path} is listed as a place of ${name} and as none`),
  ];
}

/** The files of the gateway that ask for capabilities, outside the folder that does so for the areas. */
function capabilityFiles(): string[] {
  const guide = 'docs/architecture.md';
  const [, list = ''] = /<!-- files that ask for capabilities -->\n(.*?)<!-- \/files/s.exec(read(guide)) ?? [];
  const listed = [...list.matchAll(/^\| `([^`]+)` \|/gm)].map(([, path = '']) => path);
  const asking = readSourceFiles()
    .filter(
      ({ path, text, isTest }) =>
        path.startsWith('gateway/src/') && !isTest && /\.supports\(|\bannouncesExtensions\b/.test(text),
    )
    .map(({ path }) => path)
    .filter((path) => !/^gateway\/src\/(specified|check-api)\//.test(path));
  return [
    ...asking
      .filter((path) => !listed.includes(path))
      .map((path) => `${path} asks what the product API has: gateway/src/specified does that for the areas (${guide})`),
    ...listed.filter((path) => !asking.includes(path)).map((path) => `${guide} lists ${path}, which asks for nothing`),
  ];
}

const problems = [
  ...guides.flatMap(missingPaths),
  ...allListed.flatMap(placeProblems),
  ...capabilityFiles(),
  ...linkProblems(),
  ...commandProblems(),
];
for (const problem of problems) console.log(problem);
console.log(`guides: ${problems.length} problems`);
if (problems.length > 0) process.exitCode = 1;
