import type { ErasureDeclaration, StoreErasure } from '@almanac/service';

const nothing = (because: string): StoreErasure => ({ does: 'nothing', because });
const content = nothing('it is public content, which is deleted as content; it names users by their ids');
const fold = nothing('it is a fold of streams that hold nothing personal');

/** The calendar's stored data that `npm run ops -- erase` erases (docs/architecture.md §2, Erasure). */
export const erasure: ErasureDeclaration = {
  categories: {
    event: content,
    venue: content,
    organizer: { does: 'redacts' },
    category: content,
    categorytree: content,
    translations: content,
    translationresult: nothing('it holds ids'),
    onboarding: nothing('it holds numbers of tabs, ids, and what was consented to'),
    import: nothing('it names its origin, records by their ids, and who started it by the id of the user'),
  },
  collections: {
    events: fold,
    venues: fold,
    organizers: { does: 'folds again' },
    categories: fold,
    'category-trees': fold,
    'translation-groups': fold,
    'translation-results': fold,
    imports: fold,
    onboarding: fold,
    'popup-copies': { does: 'nothing', because: 'it says on which pages popups show' },
    'package-copies': { does: 'nothing', because: 'it is a setting of the site' },
    'tag-copies': fold,
    'user-copies': { does: 'tells', event: 'core.erased.v1' },
    'media-copies': fold,
  },
  entries: {
    'departed-user': nothing('it holds ids'),
    'import-turn': nothing('it holds nothing but the id of an import, and is gone within seconds'),
  },
  topic: { does: 'loses its key' },
};
