/** Language rules: patterns in texts, and what to write instead. */
import { type Body, isSpecified, type Text } from './texts.ts';

interface Rule {
  /** Default: all bodies. */
  bodies?: readonly Body[];
  /** The files that the rule is for. Default: all. */
  paths?: RegExp;
  pattern: RegExp;
  instead: string;
}

const shown: readonly Body[] = ['console', 'email', 'message'];
const read: readonly Body[] = [...shown, 'schema', 'contract'];
const written: readonly Body[] = [...read, 'guide'];
const subjects: readonly Body[] = [...read, 'commit'];

/** Synonyms that the product does not use, by area. */
const synonyms: readonly Rule[] = [
  {
    bodies: read,
    paths: /review/i,
    pattern: /\b(not decided|without a decision|refused decisions?|repetition)\b/i,
    instead: 'pending; not applied; recurrence',
  },
  { bodies: read, pattern: /\bdigests? (email|of)|\bdigests\b/i, instead: 'pending items email' },
  {
    bodies: read,
    paths: /provisioning/,
    pattern: /\btak(en|es|e|ing) over\b|\bnot managed\b|\ballow deactivations\b/i,
    instead: 'linked; excluded from provisioning; resume deactivations',
  },
  { bodies: read, pattern: /\b(?<!IP )(allowed|permitted) addresses\b/i, instead: 'allowed IP addresses' },
  { bodies: shown, pattern: /\bduty|duties\b/i, instead: 'responsibilities' },
];

const rules: readonly Rule[] = [
  { pattern: /(?<!\b(there|which|that) )\b(is|are) no (?!longer|more than|less)[a-z]/i, instead: 'is not a …' },
  { pattern: /\bno more\b(?! than)|\bany more\b/i, instead: 'no longer' },
  { pattern: /\b(goes|go|going|went) on\b/i, instead: 'continues' },
  { pattern: /\bis good\b|\bgood (for|until)\b(?! measure)/i, instead: 'is valid, expires' },
  { pattern: /\banew\b/i, instead: 'again' },
  { pattern: /\bmeanwhile\b/i, instead: 'say when: while you were editing' },
  { pattern: /\bbeside\b/i, instead: 'next to (a place), as well as (in addition)' },
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
  { bodies: written, pattern: /\bfor good\b/i, instead: 'permanently' },
  { bodies: written, pattern: /\bwithout (anyone|anything|one)\b/i, instead: 'if there is none' },
  { bodies: shown, pattern: /\bplease\b/i, instead: 'leave it out' },
  { bodies: ['console', 'email'], pattern: /;/, instead: 'two sentences' },
  {
    bodies: subjects,
    pattern: /\bas (it|they) (is|are|was|were)(?= now\b|[.,;:)]|$)/i,
    instead: 'the updated …; … does not change',
  },
  { bodies: read, pattern: /\bNull before\b|\b(there|elsewhere|since)(?=[.,])/, instead: 'say where, or until when' },
  { bodies: read, pattern: /\b(API )?keys? of (an|the|your) organisation\b/i, instead: 'organisation API key' },
  {
    bodies: read,
    pattern: /\bthe (form|check|list) of (a|an|the) (new )?\w+\b/i,
    instead: 'a compound: the new user form',
  },
  {
    bodies: read,
    pattern: /\bon or off\b|\b(accepted|activated|approved) or (rejected|deactivated|denied)\b/i,
    instead: 'a text for each direction',
  },
  { bodies: shown, pattern: /\bthis\.$|\b(End|Correct|Remove|Change) it first\b/, instead: 'name the thing' },
  {
    bodies: read,
    pattern: /\b(take[ns]?|took|taking) (\w+ )?back\b|\b(shared|carried) out\b|\bgives? way\b/i,
    instead: 'undo; divided; applied; is hidden',
  },
  { bodies: shown, pattern: /^None\. |\bNo one may\b/, instead: 'No passkeys yet.; No eligible reviewer' },
  { bodies: read, pattern: /\bmay\b/, instead: 'can, is allowed to, with permission to; might' },
  ...synonyms,
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
  `Administrator Administrators Architect Architects Organiser Organisers Assessor Assessors Auditee Auditees Microsoft Entra Excel Google Okta Keycloak
  Windows Safari Chrome Firefox Apple Android Chromium GitHub Console Documenter Auditor Remediator Educator Continuer Investigator Central Controller Arc
  English Monday Apollo GraphQL Sandbox Node Redis Valkey Prometheus Enter Esc Escape Shift Ctrl Tab Space Save Cancel Pending Active Inactive January May
  Characters Bank Kumar Silva Tan Health Novak Learning Okafor Rail`.split(/\s+/),
);

/** First words that a commit subject may have after its area. */
const imperatives = new Set(
  `accept add allow apply ask bound build bump call change check clear click collect compare correct count cover create cut declare delete deny derive describe document drop
  encrypt end enforce ensure explain export extend find fix follow format forget generate give group handle hide ignore import improve include keep leave let
  limit link list load lock log make mark match measure merge mention move name number offer open order pass pause pin prepare prevent print prove put raise read
  record recreate reduce refuse reject release remove rename render repair repeat replace report request require reset restore resume retry return reuse
  rewrite run save say search select send separate serve set share sign shorten show simplify skip sort split start state stop store strip support switch take tell
  test trim try turn undo unify update use validate verify wait warn write`.split(/\s+/),
);

/** Words that a failure message must have: what must be or is not so, the state, or what to do. */
const failure =
  /\b(must|cannot|not|no|already|too|at most|disabled|inactive|erased|revoked|expired|wrong|damaged|incomplete|failed|stopped|unknown|in use|deactivated|left|changed|belongs|higher|running|may come|requires|nothing was)\b|^(Usage|No|Too)\b/i;

/** Whether a refusal of one sentence says neither a reason nor what to do. A limit of the product API or of a role has no next step. */
const isWithoutNextStep = (text: string): boolean =>
  /\b(cannot|no longer|not)\b/.test(text) &&
  !/[.!?] \p{Lu}/u.test(text) &&
  !/\b(must|because|so|you)\b|: …|^(Usage|Do not|Your role|The connected product API) /i.test(text);

/** The content words of a text or name, in the singular. */
const contentOf = (text: string): string[] =>
  (
    text
      .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z]{3,}/g) ?? []
  )
    .filter(
      (word) => !/^(the|that|this|and|for|with|from|whether|which|its|their|new|has|have|are|was|can)$/.test(word),
    )
    .map((word) => word.replace(/(ie)?s$/, ''));

/** Findings that need more than a pattern. */
function* specialFindings({
  body,
  text,
  names: described = '',
  isMessage,
}: Text): Generator<[found: string, instead: string]> {
  if (body === 'commit') {
    if (text.length > 72) yield [`${text.length} characters`, 'at most 72'];
    if (!imperatives.has(/^[^:]+: (\w+)/.exec(text)?.[1] ?? '')) yield [text, 'area: an imperative'];
  }
  const known = new Set(contentOf(described));
  if (body === 'schema' && contentOf(text).every((word) => known.has(word))) yield [text, 'more than the name says'];
  const [first = ''] =
    text.match(/(?<=^|[.:,;…] )\p{Lu}\p{Ll}+(?= )/gu)?.filter((word) => imperatives.has(word.toLowerCase())) ?? [];
  if (isMessage && contentOf(text).length > 3 && !failure.test(text) && first === '')
    yield [text, 'what must, cannot or is not; or what to do'];
  if (isMessage && isWithoutNextStep(text)) yield [text, 'a reason, or a second sentence that says what to do'];
}

/** A label or heading: several words, no sentence. */
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
    .filter(({ bodies, paths }) => (bodies?.includes(text.body) ?? true) && (paths?.test(text.path) ?? true))
    .flatMap(({ pattern, instead }) => {
      const match = pattern.exec(text.text);
      return match ? [found(match[0].trim(), instead)] : [];
    });
  for (const [what, instead] of specialFindings(text)) findings.push(found(what, instead));
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
