const longestValue = 100;
const longestMessage = 500;
const longestSearched = 2_000;

/** A text of at most `limit` characters without its middle, because the problem comes first and the reason last. */
function cutMiddle(text: string, most: number): string {
  const characters = Array.from(text);
  if (characters.length <= most) return text;
  const half = Math.floor((most - 1) / 2);
  return [...characters.slice(0, half), '…', ...characters.slice(-half)].join('');
}

/** A graphql-js message about a variable: its name, value, path and problem. */
const invalidVariable = /^(Variable "\$\w+" got invalid value )(.*?)((?: at "[^"]*")?; [^;]*)$/s;

/** A message of graphql-js or Apollo without suggestions, which would reveal parts of the schema, and with short quotations, because a value of 100 kB would be repeated in each error. */
export function shortenMessage(message: string): string {
  const withoutSuggestion = cutMiddle(message, longestSearched).replace(/ ?\bDid you mean [^?]*\?$/, '');
  const withoutObjects = withoutSuggestion.replace(
    invalidVariable,
    (_message, start: string, value: string, end: string) => `${start}${cutMiddle(value, longestValue)}${end}`,
  );
  return cutMiddle(shortenWords(withoutObjects), longestMessage);
}

/** A message with short words and quotations, because one of them may be a value of the request. */
const shortenWords = (message: string): string =>
  message.replace(/"(?:[^"\\]|\\.)*"|[^\s"]+/gs, (part) => cutMiddle(part, longestValue));

/** A message of ours or of the product API with short quotations. Its words stay: one may be an address to go to. */
export const shortenQuotations = (message: string): string =>
  message.replace(/"(?:[^"\\]|\\.)*"/gs, (part) => cutMiddle(part, longestValue));
