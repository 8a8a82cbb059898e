// Hebrew, Arabic and the other scripts that are written from right to left, and their forms of presentation.
const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** Isolates a right-to-left name in plain text, so that it reorders nothing around it. Elements use `<bdi>`. */
export const isolated = (name: string): string => (rightToLeft.test(name) ? `\u2068${name}\u2069` : name);
