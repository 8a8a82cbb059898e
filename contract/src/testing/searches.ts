/** People as stored, and searches that find only this person. */
export const searchedPeople: readonly { name: [first: string, last: string]; email: string; searches: string[] }[] = [
  {
    name: ['Jürgen', 'Weiß'],
    email: 'j.w@acme.example',
    searches: ['jurgen weiss', 'JUERGEN', 'Weiß', 'WEISS', 'weiẞ'],
  },
  {
    name: ['Sigurður', 'Þórsson'],
    email: 's.t@acme.example',
    searches: ['sigurdur', 'thorsson', 'ÞÓRSSON', 'Thórsson'],
  },
  { name: ['Οδυσσέας', 'Νίκας'], email: 'o.n@acme.example', searches: ['ΟΔΥΣΣΕΑΣ', 'οδυσσεασ', 'Νικας', 'ΝΊΚΑ'] },
  { name: ['İpek', 'Ilıca'], email: 'i.i@acme.example', searches: ['ipek', 'IPEK', 'İPEK', 'ılıca', 'ILICA', 'ilica'] },
  {
    name: ['أحمد', 'القاضي'],
    email: 'a.q@acme.example',
    searches: ['احمد', 'أحمد', 'القاضى', 'القاضی', 'القاضـــي', 'أَحْمَد', 'ﺃﺣﻤﺪ'],
  },
  {
    name: ['Æsa', 'Bjørnœ'],
    email: 'a.b@acme.example',
    searches: ['aesa', 'ÆSA', 'bjornoe', 'bjoernoe', 'BJØRNŒ', 'björn', 'bjørn'],
  },
  { name: ['ﾀﾛｳ', 'Ｙamada'], email: 't.y@acme.example', searches: ['タロウ', 'ﾀﾛｳ', 'yamada', 'ＹＡＭＡＤＡ'] },
  { name: ['Nguyễn', 'Đức'], email: 'n.d@acme.example', searches: ['nguyen duc', 'Nguyễn'.normalize('NFD'), 'đuc'] },
  {
    name: ['Mary Ann', 'O’Shea'],
    email: 'm.o@acme.example',
    searches: ['oshea', "O'Shea", 'oʼshea', 'o´shea', '`shea mary', 'O‘SHEA', 'mary\u00a0\u00a0ann', 'shea, mary ann'],
  },
  {
    name: ['Jean‑Luc', 'de la Tour'],
    email: 'j.d@acme.example',
    searches: ['jean-luc', 'jeanluc', 'jean luc', 'JEAN–LUC', 'luc jean', 'tour jean\u2010luc', 'jean\u00adluc'],
  },
  { name: ['Ida', 'Van Dyck'], email: 'i.v@acme.example', searches: ['van-dyck', 'Ｖａｎ　Ｄｙｃｋ', 'dyck van ida'] },
  {
    name: ['Under_score', 'Under-score'],
    email: 'u_s@acme.example',
    searches: ['_', 'under_score', 'under-score', 'UNDERSCORE', '＿'],
  },
  { name: ['Hundred%', 'Percent'], email: 'h.p@acme.example', searches: ['%', 'hundred%', 'percent hundred%'] },
  { name: ['Back\\slash', 'Star*'], email: 'b.s@acme.example', searches: ['\\', '*', 'back\\slash', 'star*'] },
  {
    name: ['Kim 👩🏽‍💻', 'Bell'],
    email: 'k.b@acme.example',
    searches: ['kim 👩🏽‍💻', '👩🏽‍💻', 'bell kim', 'k\u200bim', '\ufeffkim bell'],
  },
  {
    name: ['Ada', 'Quill'],
    email: 'ada+it@acme.example',
    searches: [
      ...[
        'ada quill',
        'Quill, Ada',
        'quill   ada',
        'Ada\u00a0Quill',
        'Ada\u200bQuill',
        ' Ada\u3000Quill\u2009',
        'Quill; Ada;',
      ],
      ...[
        'mailto:ada+it@acme.example',
        'MAILTO:ada%2Bit@acme.example?subject=Audit%20plan',
        '<mailto:ada+it@acme.example>',
      ],
      ...['Ada Quill <ada+it@acme.example>', '"Quill, Ada (IT)" <ADA+it@Acme.example>;', 'ada+it@acme.example;'],
      ...[
        '<ada+it@acme.example>',
        'ada+it@acme.example; who@elsewhere.example',
        'A <ada+it@acme.example>, B <b@elsewhere.example>',
      ],
    ],
  },
  // More alphabets: Cyrillic, Hebrew, Devanagari, Hangul, Armenian, Georgian, Azerbaijani.
  {
    name: ['Семён', 'Йовчев'],
    email: 's.y@acme.example',
    searches: ['семен', 'СЕМЁН', 'иовчев', 'Йовчев'.normalize('NFD')],
  },
  { name: ['אַבְרָהָם', 'בן־דוד'], email: 'a.d@acme.example', searches: ['אברהם', 'אברהמ', 'בן דוד', 'בן-דוד', 'בנדוד'] },
  { name: ['क़ासिम', 'फ़ारूक़ी'], email: 'q.f@acme.example', searches: ['कासिम', 'फारूकी', 'क़ासिम'.normalize('NFC')] },
  { name: ['민준', '김'], email: 'm.k@acme.example', searches: ['민준', '민준'.normalize('NFD'), '김 민준', '민ㅤ준'] },
  { name: ['Սևակ', 'Պարույր'], email: 's.p@acme.example', searches: ['սեւակ', 'ՍԵՒԱԿ', 'պարույր'] },
  { name: ['ნინო', 'ბერიძე'], email: 'n.b@acme.example', searches: ['ნინო', 'ᲜᲘᲜᲝ', 'ბერიძე ნინო'] },
  { name: ['Əli', 'Məmmədov'], email: 'e.m@acme.example', searches: ['mammadov', 'memmedov', 'MƏMMƏDOV'] },
];

/** Searches that find none of these people. */
export const searchesWithoutHit = [
  'jurgens',
  'ada bell',
  '%%',
  'under*',
  'back_slash',
  'a%a',
  'ada\\',
  'ada@acme.example',
  'Ada Quill <ada@other.example>',
];
