/** A dialling code as stored, from `49`, `0049` or `(+49)`. Any other text is returned unchanged. */
export function diallingCodeOf(typed: string): string {
  const text = typed.trim();
  const [, digits] = /^\(?(?:\+|00)?\s*([1-9]\d{0,3}(?:[ -]?\d{1,4})?)\)?$/.exec(text) ?? [];
  return digits === undefined ? text : `+${digits}`;
}
