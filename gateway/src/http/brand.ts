import type { GatewaySettings } from '../base/settings.ts';

const escaped: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };
const escapeAttribute = (value: string): string => value.replace(/[&"<>]/g, (character) => escaped[character] ?? '');

/** `<meta>` elements with the brand, for the sign-in pages. */
export const brandMetaTags = ({ brandName, brandLogoUrl, brandColor }: GatewaySettings): string =>
  Object.entries({ 'brand-name': brandName, 'brand-logo': brandLogoUrl, 'brand-color': brandColor })
    .flatMap(([name, value]) => (value ? `<meta name="${name}" content="${escapeAttribute(value)}">` : []))
    .join('');

/** Host of the brand's logo for the content security policy, if it is another one. */
export const brandLogoOrigins = ({ brandLogoUrl }: GatewaySettings): string[] =>
  URL.canParse(brandLogoUrl) ? [new URL(brandLogoUrl).origin] : [];
