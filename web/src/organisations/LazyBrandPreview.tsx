import { lazyPart } from '../feedback/lazyPart.tsx';
import type { BrandPreviewProps } from './BrandPreview.tsx';

/** The preview, loaded after its form. */
export const LazyBrandPreview = lazyPart<BrandPreviewProps>(
  async () => (await import('./BrandPreview.tsx')).BrandPreview,
  { loadOn: 'paint' },
);
