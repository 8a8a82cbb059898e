const metaOf = (name: string): string => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';

const linear = (channel: number): number => {
  const part = channel / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
};

/** Black or white, whichever has more contrast on a colour such as `#14315e`: at least 4.5. */
export const textColorOn = (color: string): 'black' | 'white' => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(Number.parseInt(color.slice(at, at + 2), 16)));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? 'black' : 'white';
};

/** The name, logo and colour that the gateway writes into the page. */
export const readBrand = () => ({
  name: metaOf('brand-name') || 'Console',
  logo: metaOf('brand-logo') || null,
  color: metaOf('brand-color') || null,
});
