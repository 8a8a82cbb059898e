import type { Services } from '../core/access/services.ts';
import type { ImageRenderer } from './image-renderer.ts';

export interface OrganisationServices extends Services {
  imageRenderer: ImageRenderer;
}
