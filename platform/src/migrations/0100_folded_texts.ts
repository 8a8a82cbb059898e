/** Copy of the marks in the table of folds at the time of this migration, and other removed characters. */
const marks = [
  String.raw`\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u05BF\u05C1-\u05C2\u05C4-\u05C5\u05C7\u0610-\u061A\u064B-\u065F\u0670`,
  String.raw`\u0674\u06D6-\u06DC\u06DF-\u06E4\u06E7-\u06E8\u06EA-\u06ED\u093C\u09BC\u0A3C\u0ABC\u0B3C\u0CBC\u1AB0-\u1AFF`,
  String.raw`\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F`,
].join('');

const others = [
  String.raw`\u00AD\u061C\u0640\u115F-\u1160\u17B4-\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFE00-\uFE0F`,
  String.raw`\uFEFF\uFFF0-\uFFF8\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF\u0027\u0022\u0060\u00AB`,
  String.raw`\u00BB\u02B9\u02BB\u02BC\u02BD\u02BE\u02BF\u02C8\u02CA\u02CB\u055A\u05F3\u05F4\u07F4\u07F5\u2018\u2019\u201A`,
  String.raw`\u201B\u201C\u201D\u201E\u201F\u2032\u2035\uA78B\uA78C\u002D\u00B7\u058A\u05BE\u1400\u1806\u2010\u2012\u2013`,
  String.raw`\u2014\u2015\u2027\u2043\u2212\u2E17\u2E1A\u2E3A\u2E3B\u2E40\u2E5D\u301C\u3030\u30A0\u30FB`,
].join('');

const from = String.raw`U&'\2C65\0180\0183\0253\0188\023C\0111\00F0\0256\0257\018C\0259\0247\025B\0192\0260\01E5\0263\0127\0266\0131\0268\0269\0249\0199\0142\019A\026B\014B\0272\019E\00F8\0275\0254\01A5\024D\0167\01AD\0288\2C66\0289\028B\024F\01B4\01B6\03C2\05DA\05DD\05DF\05E3\05E5\0491\0671\0649\06CC\06D2\06A9\0629\06BE\06C1\06D5\1680\2028\2029'`;
const to = String.raw`U&'abbbccdddddeeefggghhiiijklllnnnoooprttttuvyyz\03C3\05DB\05DE\05E0\05E4\05E6\0433\0627\064A\064A\064A\0643\0647\0647\0647\0647   '`;

/** Created from the contract's `text-folds.ts` (a test compares both), once, as stored texts depend on it. plpgsql, because SQL would be planned per row. */
export const foldFunction = String.raw`create function folded_text(given text) returns text language plpgsql immutable parallel safe as $$
    declare
      folded text;
    begin
      if octet_length(given) = char_length(given) then
        return translate(lower(given collate "C"), U&'\0027\0022\0060\002D', '');
      end if;
      folded := lower(normalize(given, nfkd) collate words);
      if folded ~ '\u00F8|\u006F\u0308|\u0061\u0308|\u0075\u0308|\u0061\u030A|\u0259' then
        folded := folded || chr(10) || (
          select string_agg(replace(replace(replace(replace(replace(replace(word, U&'\00F8', 'oe'), U&'o\0308', 'oe'), U&'a\0308', 'ae'), U&'u\0308', 'ue'), U&'a\030A', 'aa'), U&'\0259', 'a'), ' ' order by place)
          from regexp_split_to_table(folded, '[ \n]+') with ordinality as words(word, place)
          where word ~ '\u00F8|\u006F\u0308|\u0061\u0308|\u0075\u0308|\u0061\u030A|\u0259');
      end if;
      folded := regexp_replace(folded, ' ?[${marks}]|[${others}]', '', 'g');
      if octet_length(folded) = char_length(folded) then
        return folded;
      end if;
      return translate(replace(replace(replace(replace(folded, U&'\00DF', 'ss'), U&'\00FE', 'th'), U&'\00E6', 'ae'), U&'\0153', 'oe'), ${from}, ${to});
    end $$`;

/** Longer texts do not fit into an index. */
const longestText = 600;

/** Natural order (capitals and accents last), independent of the database. Without ICU: code points, English capitals only. */
export const words = `do $$ begin
    create collation words (provider = icu, locale = 'und');
  exception when feature_not_supported then
    create collation words from "C";
  end $$`;

/** Search texts in columns written by triggers: an index of an expression alone would need the expression's columns too. */
export const foldedTexts = [
  foldFunction,
  `create function user_folded_text(firstname text, lastname text, email text, department_name text) returns text
    language plpgsql immutable parallel safe as $$
    begin
      return left(folded_text(concat_ws(chr(10), concat_ws(' ', firstname, lastname), email, department_name)), ${longestText});
    end $$`,
  `create function ent_usr_folded_text() returns trigger language plpgsql as $$
    begin
      new.folded_text := user_folded_text(new.firstname, new.lastname, new.email, new.department_name);
      return new;
    end $$`,
  `create trigger ent_usr_folded_text before insert or update of firstname, lastname, email, department_name on ent_usr
    for each row execute function ent_usr_folded_text()`,
  `create function ent_org_folded_text() returns trigger language plpgsql as $$
    begin
      new.folded_text := folded_text(concat_ws(chr(10), new.brandname, new.legalname, new.email_domain));
      return new;
    end $$`,
  `create trigger ent_org_folded_text before insert or update of brandname, legalname, email_domain on ent_org
    for each row execute function ent_org_folded_text()`,
];

/** Indexes with all columns that searches, filters and orders read, so that they never read the rows. */
export const userIndexes = {
  ent_usr_name: 'ent_usr (ent_org_id, is_disabled, firstname collate words, lastname collate words, id)',
  /** Order of creation, with columns for filters and counts. */
  ent_usr_listed: 'ent_usr (ent_org_id, is_disabled, created_at desc, id desc) include (role_id, department_name)',
  /** Like `ent_usr_listed`, with the search text. */
  ent_usr_folded: 'ent_usr (ent_org_id, is_disabled, created_at, id, folded_text) include (role_id, department_name)',
  /** Like `ent_usr_folded`, with the columns of other orders. */
  ent_usr_folded_order: `ent_usr (ent_org_id, is_disabled, created_at, id, folded_text)
  include (firstname, lastname, email, department_name, role_id, updated_at)`,
};
