/** Checks the language of what people read: `node tools/prose.ts [PATH-PREFIX…]` prints each place, what is found and what to write instead. */
import { findingsOf } from './prose/rules.ts';
import { misspellingsIn } from './prose/spelling.ts';
import { type Body, isSpecified, readTexts, type Text } from './prose/texts.ts';

/** Texts for maintainers: the numbers of findings may only fall. All other texts must have none. */
const limits: Partial<Record<Body, number>> = { comment: 3, test: 102 };

const prefixes = process.argv.slice(2);
const texts = readTexts(prefixes);
const findings = texts.flatMap((text) => findingsOf(text));
const isInternal = ({ body }: Text) => body === 'comment' || body === 'test';
const misspellings = await misspellingsIn(texts.filter((text) => !isInternal(text) && !isSpecified(text.text)));
for (const { text, word } of misspellings)
  console.log(`${text.path}:${text.line} misspelt: ${word} (or add it to tools/prose/words.txt)`);
if (misspellings.length > 0) process.exitCode = 1;
const byBody = Map.groupBy(findings, ({ text }) => text.body);
for (const [body, found] of byBody) {
  const limit = limits[body] ?? 0;
  const isBeyond = found.length > limit;
  if (isBeyond || prefixes.length > 0)
    for (const { text, found: what, instead } of found)
      console.log(`${text.path}:${text.line} “${what}” → ${instead}\n    ${text.text}`);
  console.log(`${body}: ${found.length} findings, at most ${limit}`);
  if (isBeyond) process.exitCode = 1;
}
console.log(`prose: ${texts.length} texts, ${findings.length} findings`);
