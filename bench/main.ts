/** `npm run bench -- QUESTION`: the seven questions by which the speed of the console is judged. */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { consoleQuestion } from './console/console.ts';
import { exportQuestion } from './export.ts';
import { listsQuestion } from './lists.ts';
import { pagesQuestion } from './pages/pages.ts';
import { root } from './servers.ts';
import { soakQuestion } from './soak/soak.ts';
import { startQuestion } from './start.ts';
import { syncQuestion } from './sync.ts';
import { printGoals, type Question } from './table.ts';

const questions: Readonly<Record<string, Question<string>>> = {
  start: startQuestion,
  pages: pagesQuestion,
  soak: soakQuestion,
  lists: listsQuestion,
  export: exportQuestion,
  console: consoleQuestion,
  sync: syncQuestion,
};

const usage = [
  'npm run bench                               # all questions',
  ...Object.entries(questions).map(([name, { options }]) =>
    [`npm run bench -- ${name}`, ...Object.entries(options).map(([option, value]) => `--${option} ${value}`)].join(' '),
  ),
].join('\n');

/** The options of a question: numbers above 0. */
function readOptions({ options }: Question<string>, args: string[]): Record<string, number> {
  const names = Object.keys(options);
  const { values } = parseArgs({
    args,
    options: Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
  });
  return Object.fromEntries(
    names.map((name) => {
      const value = Number(values[name] ?? options[name]);
      if (!(value > 0 && Number.isFinite(value))) throw new Error(`--${name} must be a number above 0`);
      return [name, value];
    }),
  );
}

/** The questions that the command line names, with their options; null when it is wrong. */
function readCommand([name, ...args]: string[]) {
  try {
    if (name === undefined)
      return Object.entries(questions).map(([each, question]) => ({ name: each, question, options: question.options }));
    const question = questions[name];
    if (!question) throw new Error(`There is no question ${name}`);
    return [{ name, question, options: readOptions(question, args) }];
  } catch (error) {
    console.error(`${(error as Error).message}\n${usage}`);
    return null;
  }
}

process.chdir(root);
const asked = readCommand(process.argv.slice(2));
if (asked === null) process.exit(2);
let isMet = true;
for (const { name, question, options } of asked) {
  const model = cpus()[0]?.model.trim() ?? 'unknown';
  const given = Object.entries(options).map(([option, value]) => `${option} ${value.toLocaleString('en')}`);
  const machine = `Node ${process.versions.node}, ${cpus().length} × ${model}`;
  console.log(`\n${name}: ${new Date().toISOString().slice(0, 10)}, ${machine}; ${given.join(', ')}`);
  isMet = printGoals(await question.measure(options)) && isMet;
}
process.exit(isMet ? 0 : 1);
