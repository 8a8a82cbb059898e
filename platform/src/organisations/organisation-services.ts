import type { Services } from '../core/access/services.ts';
import type { ImageRenderer } from '../core/files/image-renderer.ts';

/** Only organisations have images. */
export interface OrganisationServices extends Services {
  imageRenderer: ImageRenderer;
}
