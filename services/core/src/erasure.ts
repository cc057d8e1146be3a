import type { ErasureDeclaration, StoreErasure } from '@almanac/service';

const nothing = (because: string): StoreErasure => ({ does: 'nothing', because });
const content = nothing('it is content, which is deleted as content; it names users by their ids');
const fold = nothing('it is a fold of streams that hold nothing personal');
const withAccount = nothing('it goes with the account, which is deleted before');

/** The effect of `npm run ops -- erase user ID` on data stored by core (docs/architecture.md §2, Erasure). */
export const erasure: ErasureDeclaration = {
  categories: {
    user: { does: 'redacts' },
    applicationpassword: { does: 'redacts' },
    category: content,
    tag: content,
    categorytree: content,
    translations: content,
    post: content,
    autosave: content,
    medium: content,
    settings: nothing('settings are of the site'),
    translationresult: nothing('it holds ids'),
  },
  collections: {
    users: { does: 'folds again' },
    'application-passwords': { does: 'folds again' },
    categories: fold,
    tags: fold,
    'category-trees': fold,
    'translation-groups': fold,
    posts: fold,
    revisions: fold,
    autosaves: fold,
    media: fold,
    settings: fold,
    'translation-results': fold,
    'popup-copies': nothing('it says on which pages popups show'),
    'package-copies': nothing('it is a setting of the site'),
    'second-step-copies': nothing('it is a setting of the site'),
    'event-copies': nothing('what the calendar tells of events is public content'),
  },
  entries: {
    'account-password': withAccount,
    'application-password': withAccount,
    'application-password-use': withAccount,
    'first-start': nothing('it holds when the first start began'),
    'dangling-media': nothing('it holds ids, until they are out of the records'),
    'dangling-references': nothing('it holds ids, until they are out of the records'),
    'password-link': nothing('it names a user by id, and is gone after a day'),
    'pending-sign-in': nothing('it names a user by id, and is gone after ten minutes'),
    'private-key': nothing('it is random'),
    session: nothing('it names a user by id and their browser, is over with the account, and is gone after 14 days'),
    'unsettled-files': nothing('it holds paths of files, until their commit is found'),
  },
  topic: { does: 'loses its key' },
};
