/** How texts are written: what is found in a text, and what to write instead. */
import { type Body, isSpecified, type Text } from './texts.ts';

interface Rule {
  /** Default: all bodies. */
  bodies?: readonly Body[];
  pattern: RegExp;
  instead: string;
}

const shown: readonly Body[] = ['console', 'email', 'message'];
const read: readonly Body[] = [...shown, 'schema', 'contract'];
const written: readonly Body[] = [...read, 'guide'];

const rules: readonly Rule[] = [
  { pattern: /(?<!\b(there|which|that) )\b(is|are) no (?!longer|more than|less)[a-z]/i, instead: 'is not a …' },
  { pattern: /\bno more\b(?! than)|\bany more\b/i, instead: 'no longer' },
  { pattern: /\b(goes|go|going|went) on\b/i, instead: 'continues' },
  { pattern: /\bis good\b|\bgood (for|until)\b(?! measure)/i, instead: 'is valid, expires' },
  { pattern: /\banew\b/i, instead: 'again' },
  { pattern: /\bmeanwhile\b/i, instead: 'say when: while you were editing' },
  { pattern: /\bbeside\b/i, instead: 'next to, as well as' },
  { pattern: /\b(whom|whoever|somebody|nobody)\b/i, instead: 'the user, the caller, anyone, no one' },
  { pattern: /(?:^|[.:;] )Who (?!is|are|can|may|has|have)[a-z]+[^?]*$/, instead: 'a noun: users who …' },
  { pattern: /\blaps(e|es|ed|ing)\b/i, instead: 'expires, expired' },
  { pattern: /\bdead\b/i, instead: 'no longer works, expired' },
  { pattern: /\bacts?\b(?! (as|on|for|like|when)\b)/i, instead: 'action, bulk action' },
  {
    bodies: written,
    pattern: /(?<!e-)\bmail(s|ed|ing)?\b(?! (server|client|program|address|from\b))/i,
    instead: 'email',
  },
  { bodies: written, pattern: /\banswer(s|ed|ing)?\b/i, instead: 'response, returns; accepted or rejected' },
  { bodies: written, pattern: /\bpictures?\b/i, instead: 'image, screenshot' },
  { bodies: written, pattern: /\bsenior posts?\b/i, instead: 'senior position' },
  { bodies: read, pattern: /\bseats?\b/i, instead: 'user limit' },
  { bodies: written, pattern: /(?<!activity )\bseal(s|ed|ing)?\b/i, instead: 'hash chain; encrypted' },
  { bodies: ['console'], pattern: /\b[Cc]hosen\b/, instead: 'selected' },
  { bodies: ['console', 'email', 'schema', 'contract'], pattern: /\bwaits\b/, instead: 'is pending, is queued' },
  {
    bodies: written,
    pattern:
      /\b(make|makes|made|making) (a|an|the|your|another|new)? ?(new )?(API )?(keys?|webhooks?|codes?|accounts?|links?|secrets?)\b/i,
    instead: 'create',
  },
  {
    bodies: written,
    pattern: /\bswitch(es|ed|ing)? (on|off)\b|\bswitch(es|ed|ing)? \S+ (on|off)\b/i,
    instead: 'turn on, turn off',
  },
  {
    bodies: written,
    pattern: /\banother product API\b|product APIs? (of others|that (is|are) not ours)|\bnot ours\b/i,
    instead: 'external product API',
  },
  { bodies: written, pattern: /\bready operations?\b/i, instead: 'example' },
  { bodies: written, pattern: /\bleaves? (an|the) (event|entry)\b/i, instead: 'records' },
  {
    bodies: ['message', 'schema', 'contract'],
    pattern: /(?<!at )\b(a|this|that|the) moment\b/i,
    instead: 'date and time, time',
  },
  { bodies: written, pattern: /\bdo(es)? not (say|tell) (it|that|so|its)\b/i, instead: 'does not provide' },
  { bodies: ['schema'], pattern: /\bviewer's?\b(?! can)/, instead: 'the caller' },
  { bodies: written, pattern: /\bas far as (it )?is known\b/i, instead: 'say what was found' },
  {
    bodies: ['schema', 'contract', 'guide'],
    pattern: /\belse …? ?[A-Z_]{6,}/,
    instead: 'Requires …. Errors: CODE if …',
  },
  { bodies: written, pattern: /\bunder way\b/i, instead: 'in progress, in use' },
  { bodies: written, pattern: /\bone's\b|\boneself\b/i, instead: "your, the caller's" },
  { bodies: written, pattern: /\bpersons\b/i, instead: 'users, people' },
  { bodies: written, pattern: /\bsince when\b/i, instead: 'when' },
  { bodies: written, pattern: /\bnot readable again\b/i, instead: 'could not be read back' },
  { bodies: written, pattern: /\bfor good\b/i, instead: 'permanently' },
  { bodies: written, pattern: /\bwithout (anyone|anything|one)\b/i, instead: 'if there is none' },
  { bodies: shown, pattern: /\bplease\b/i, instead: 'leave it out' },
  { bodies: ['console', 'email'], pattern: /;/, instead: 'two sentences' },
];

const longestSentence: Partial<Record<Body, number>> = {
  console: 20,
  email: 20,
  message: 20,
  schema: 25,
  contract: 25,
  guide: 25,
};

const names = new Set(
  `Administrator Administrators Architect Architects Organiser Organisers Assessor Assessors Auditee Auditees
  Microsoft Entra Excel Google Okta Keycloak Windows Safari Chrome Firefox Apple Android Chromium GitHub Console Documenter Auditor Remediator
  Educator Continuer Investigator Central Controller Arc English Monday Apollo GraphQL Sandbox Node Redis Valkey Prometheus Enter Esc
  Escape Shift Ctrl Tab Space Save Cancel Pending Active Inactive January May
  Characters Bank Kumar Silva Tan Health Novak Learning Okafor Rail`.split(/\s+/),
);

const isLabel = (text: string): boolean => !/[.!?:…]$/.test(text) && text.split(' ').length > 1 && text.length < 60;

export interface Finding {
  text: Text;
  found: string;
  instead: string;
}

const sentencesOf = (text: string): string[] => text.split(/;\s|(?<=[.!?:])\s+(?=[\p{Lu}\p{N}“‘"'`…(])|\n/u);
const wordsOf = (sentence: string): number =>
  sentence.split(/[\s–—/]+/).filter((word) => /[\p{L}\p{N}…]/u.test(word)).length;

export function findingsOf(text: Text): Finding[] {
  if (isSpecified(text.text)) return [];
  const found = (what: string, instead: string): Finding => ({ text, found: what, instead });
  const findings = rules
    .filter(({ bodies }) => bodies?.includes(text.body) ?? true)
    .flatMap(({ pattern, instead }) => {
      const match = pattern.exec(text.text);
      return match ? [found(match[0].trim(), instead)] : [];
    });
  const most = longestSentence[text.body];
  if (most !== undefined && !/[{}]/.test(text.text))
    for (const sentence of sentencesOf(text.text)) {
      const words = wordsOf(sentence);
      if (words > most)
        findings.push(found(`${words} words: ${sentence.slice(0, 60)}…`, `at most ${most} in a sentence`));
    }
  const [own = '', example] = text.text.replace(/^… /, '').split(/,? (?=e\.g\. |such as )/);
  if (text.body === 'console' && isLabel(own)) {
    const [, ...others] = own.split(/\s+/);
    const capital = others.find((word) => /^\p{Lu}\p{Ll}+$/u.test(word) && !names.has(word));
    if (capital) findings.push(found(capital, 'sentence case'));
  }
  if (text.text.startsWith('Usage: ')) return findings;
  const hasSentences = example === undefined && /\p{Ll}[.!?] \p{Lu}/u.test(text.text);
  if ((text.isMessage || (hasSentences && shown.includes(text.body))) && !/[.!?:…)”"]$/.test(text.text))
    findings.push(found(text.text.slice(-20), 'a full stop at the end'));
  return findings;
}
