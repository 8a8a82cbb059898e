/** An SVG is rendered at the stored size, whatever size it states. */
export interface ImageRenderRequest {
  inputFormat: 'png' | 'jpeg' | 'svg';
  bytes: Uint8Array;
}

/** A broken file, too many pixels, an exceeded limit, or the end of the process. */
export type ImageRenderFailure = 'format' | 'pixels' | 'time' | 'memory' | 'crash';

export type ImageRenderResult = { format: 'png' | 'webp'; bytes: Buffer } | { failure: ImageRenderFailure };

export interface RenderLimits {
  seconds: number;
  megabytes: number;
}

export const renderLimits: RenderLimits = { seconds: 3, megabytes: 256 };
/** Maximum pixels of the input, and maximum side of the result. */
export const maxInputPixels = 4_096 * 4_096;
export const maxOutputSidePixels = 512;
