/** `npm run release-schema`: checks schema.graphql against docs/schema-released.graphql, which it then replaces. With `check`, as in `npm test`, it only checks. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { schemaProblems } from '@console/gateway/graphql/schema-changes';
import { root } from './steps.ts';

const released = 'docs/schema-released.graphql';
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const schema = read('schema.graphql');

const problems = schemaProblems(schema, read(released), new Date().toISOString().slice(0, 10));
if (problems.length === 0 && !process.argv.includes('check')) writeFileSync(join(root, released), schema);
for (const problem of problems) console.log(problem);
console.log(`schema.graphql against ${released}: ${problems.length} problems`);
if (problems.length > 0) process.exitCode = 1;
