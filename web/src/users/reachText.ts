/** What a role that reaches all organisations means for a person of another one. */
export const reachText = (brandName: string): string =>
  `${brandName} is not your own organisation. With this role a person sees and changes all organisations, not only this one.`;
