import type { Services } from '../access/services.ts';

export const mappingsLink = ({ settings }: Pick<Services, 'settings'>): URL => new URL('/M', settings.publicUrl);
