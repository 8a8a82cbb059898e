import { lazyPart } from '../feedback/lazyPart.tsx';
import type { PersonalDataProps } from './PersonalData.tsx';

/** The download of a user's data, loaded after its page; nothing if the viewer may not have it. */
export const LazyPersonalData = lazyPart<PersonalDataProps>(
  async () => (await import('./PersonalData.tsx')).PersonalData,
  { loadOn: 'need', isNeeded: ({ user }) => user.viewerCanCopyPersonalData },
);
