import type { Registration } from '@almanac/aggregates';
import { translationGroupRegistration } from '@almanac/translations';
import { userRegistration } from './accounts/user.ts';
import { applicationPasswordRegistration } from './application-passwords/applicationPassword.ts';
import { autosaveRegistration } from './autosaves/autosave.ts';
import { mediumRegistration } from './media/medium.ts';
import { postRegistration } from './posts/postRegistration.ts';
import { settingsRegistration } from './settings/siteSettings.ts';
import { categoryTreeRegistration } from './terms/categoryTree.ts';
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
  settingsRegistration,
] as unknown as readonly Registration[];
