import { texts } from '@console/contract/rules';

/** A field's message as a sentence that needs no field next to it: most messages complete the label. */
export const fieldSentence = (label: string, message: string): string => {
  const isRequired = message === texts.field.required || message === 'is required';
  const text = isRequired ? `${/[^su]s$/.test(label) ? 'are' : 'is'} required` : message;
  const sentence = `${label}${/^\p{Lu}/u.test(text) ? ':' : ''} ${text}`;
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
};

/** A label from the name of an input field, such as 'Supervisor email' from 'person.supervisorEmail'. */
const labelOfPath = (path: string): string => {
  const name = path.split('.').findLast((part) => /^\D/.test(part)) ?? path;
  const words = name.replace(/Ids?$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The lines of an error message. Those of fields, which begin with a path in the API, become sentences. */
export const messageLines = (message: string, fields: readonly { path: string; message: string }[]): string[] =>
  message.split(/\r?\n/).map((line) => {
    // A path with a space is that of a row of a file, not of a field.
    const field = fields.find(({ path, message: text }) => !path.includes(' ') && line === `${path} ${text}`);
    return field ? fieldSentence(labelOfPath(field.path), field.message) : line;
  });
