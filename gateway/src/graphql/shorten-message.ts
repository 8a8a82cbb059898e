const longestValue = 100;
const longestMessage = 500;
const longestSearched = 2_000;

/** Cuts the middle, because the problem comes first and the reason last. */
function cutMiddle(text: string, most: number): string {
  const characters = Array.from(text);
  if (characters.length <= most) return text;
  const half = Math.floor((most - 1) / 2);
  return [...characters.slice(0, half), '…', ...characters.slice(-half)].join('');
}

const invalidVariable = /^(Variable "\$\w+" got invalid value )(.*?)((?: at "[^"]*")?; [^;]*)$/s;

/** Removes suggestions, which reveal the schema, and shortens quotations, because each error would repeat a value of 100 kB. */
export function shortenMessage(message: string): string {
  const withoutSuggestion = cutMiddle(message, longestSearched).replace(/ ?\bDid you mean [^?]*\?$/, '');
  const withoutObjects = withoutSuggestion.replace(
    invalidVariable,
    (_message, start: string, value: string, end: string) => `${start}${cutMiddle(value, longestValue)}${end}`,
  );
  return cutMiddle(shortenWords(withoutObjects), longestMessage);
}

/** Shortens words and quotations, which can be a value of the request. */
const shortenWords = (message: string): string =>
  message.replace(/"(?:[^"\\]|\\.)*"|[^\s"]+/gs, (part) => cutMiddle(part, longestValue));

/** Shortens quotations only: a word can be a URL to open. */
export const shortenQuotations = (message: string): string =>
  message.replace(/"(?:[^"\\]|\\.)*"/gs, (part) => cutMiddle(part, longestValue));
