import { categoryTreeRegistration } from '@almanac/taxonomy';
import { translationResultRegistration } from '@almanac/translation-flows';
import { translationGroupRegistration } from '@almanac/translations';
import type { Registration } from '@almanac/write-side';
import { applicationPasswordRegistration } from './accounts/application-passwords/applicationPassword.ts';
import { userRegistration } from './accounts/users/user.ts';
import { keylessNames, type UserNames } from './accounts/users/userNames.ts';
import { mediumRegistration } from './media/mediumRegistration.ts';
import { postRegistration } from './posts/postRegistration.ts';
import { autosaveRegistration } from './revisions/autosave.ts';
import { settingsRegistration } from './settings/siteSettings.ts';
import { termRegistrations } from './terms/term.ts';

/** Every aggregate of core with its documents, for commands: they move the unique names of users along. */
export const registrationsWith = (names: Pick<UserNames, 'of'>): readonly Registration[] =>
  [
    userRegistration(names),
    applicationPasswordRegistration,
    ...termRegistrations,
    categoryTreeRegistration,
    translationGroupRegistration,
    postRegistration,
    autosaveRegistration,
    mediumRegistration,
    settingsRegistration,
    translationResultRegistration,
  ] as unknown as readonly Registration[];

/** The same for what only makes documents of events. */
export const registrations: readonly Registration[] = registrationsWith(keylessNames);
