import type { Registration } from '@almanac/aggregates';
import { categoryTreeRegistration } from '@almanac/taxonomy';
import { translationGroupRegistration } from '@almanac/translations';
import { applicationPasswordRegistration } from './accounts/application-passwords/applicationPassword.ts';
import { userRegistration } from './accounts/users/user.ts';
import { mediumRegistration } from './media/mediumRegistration.ts';
import { postRegistration } from './posts/postRegistration.ts';
import { autosaveRegistration } from './revisions/autosave.ts';
import { termRegistrations } from './terms/term.ts';

/** Every aggregate of core with its documents. */
export const registrations: readonly Registration[] = [
  userRegistration,
  applicationPasswordRegistration,
  ...termRegistrations,
  categoryTreeRegistration,
  translationGroupRegistration,
  postRegistration,
  autosaveRegistration,
  mediumRegistration,
] as unknown as readonly Registration[];
