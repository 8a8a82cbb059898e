const longestValue = 100;
const longestMessage = 500;
/** Quotations are searched for in no more than this. */
const longestSearched = 2_000;

/** A text of at most `most` characters: the middle is left out, since what is wrong comes first and the reason last. */
function cutMiddle(text: string, most: number): string {
  const characters = Array.from(text);
  if (characters.length <= most) return text;
  const half = Math.floor((most - 1) / 2);
  return [...characters.slice(0, half), '…', ...characters.slice(-half)].join('');
}

/** What graphql-js says about a variable: its name, the value, where in it and what is wrong. */
const invalidVariable = /^(Variable "\$\w+" got invalid value )(.*?)((?: at "[^"]*")?; [^;]*)$/s;

/**
 * What graphql-js and Apollo say about a request, without suggestions, which would name parts of the schema, and with short quotations: a value of 100 kB
 * would come back with each error.
 */
export function shortened(message: string): string {
  const withoutSuggestion = cutMiddle(message, longestSearched).replace(/ ?\bDid you mean [^?]*\?$/, '');
  const withoutObjects = withoutSuggestion.replace(
    invalidVariable,
    (_message, start: string, value: string, end: string) => `${start}${cutMiddle(value, longestValue)}${end}`,
  );
  const quotations = withoutObjects.replace(/"(?:[^"\\]|\\.)*"|[^\s"]+/gs, (part) => cutMiddle(part, longestValue));
  return cutMiddle(quotations, longestMessage);
}
