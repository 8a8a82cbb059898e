/** What a rendering process is given and what it gives back. */

/** A picture to render. An SVG is drawn at the size it is stored with, whatever size it states. */
export interface RenderRequest {
  format: 'png' | 'jpeg' | 'svg';
  bytes: Uint8Array;
}

/** Why there is no picture: it is broken, has too many pixels, exceeds a limit of its process, or its process ended. */
export type RenderFailure = 'format' | 'pixels' | 'time' | 'memory' | 'crash';

/** The picture, decoded and encoded anew. */
export type RenderResult = { format: 'png' | 'webp'; bytes: Buffer } | { failure: RenderFailure };

/** The limits of the process that renders a picture. */
export interface RenderLimits {
  seconds: number;
  megabytes: number;
}

export const renderLimits: RenderLimits = { seconds: 3, megabytes: 256 };
/** The most pixels of a picture that is rendered, and the most that a side of the result has. */
export const maxPixels = 4_096 * 4_096;
export const maxSide = 512;
