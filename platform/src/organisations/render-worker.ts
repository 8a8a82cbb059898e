import sharp from 'sharp';
import { type ImageRenderRequest, type ImageRenderResult, maxInputPixels, maxOutputSidePixels } from './render.ts';

// Decodes only these formats, whatever format a file claims to have.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadSvg'] });
sharp.cache(false);
sharp.concurrency(1);

async function render({ inputFormat, bytes }: ImageRenderRequest): Promise<ImageRenderResult> {
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (width * height > maxInputPixels) return { failure: 'pixels' };
  const density = Math.min(7_200, Math.max(1, (72 * maxOutputSidePixels) / Math.max(width, height)));
  const picture = sharp(bytes, { limitInputPixels: maxInputPixels, ...(inputFormat === 'svg' && { density }) })
    .autoOrient()
    .resize({ width: maxOutputSidePixels, height: maxOutputSidePixels, fit: 'inside', withoutEnlargement: true });
  return inputFormat === 'jpeg'
    ? { format: 'webp', bytes: await picture.webp({ quality: 90 }).toBuffer() }
    : { format: 'png', bytes: await picture.png({ compressionLevel: 9 }).toBuffer() };
}

process.on('message', async (request: ImageRenderRequest) => {
  const result = await render(request).catch((): ImageRenderResult => ({ failure: 'format' }));
  process.send?.(result);
});
// `exit` would wait for the current rendering.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// A signal to the process group must not end the rendering for a request that the platform still answers.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.send?.('ready');
