import type { Services } from '../core/access/services.ts';

export const mappingsLink = ({ settings }: Pick<Services, 'settings'>): URL => new URL('/M', settings.publicUrl);
