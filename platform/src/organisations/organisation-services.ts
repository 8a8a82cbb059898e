import type { Services } from '../core/access/services.ts';
import type { ImageRenderer } from './image-renderer.ts';

/** Only organisations have images. */
export interface OrganisationServices extends Services {
  imageRenderer: ImageRenderer;
}
