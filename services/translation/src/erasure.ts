import type { ErasureDeclaration, StoreErasure } from '@almanac/service';

const nothing = (because: string): StoreErasure => ({ does: 'nothing', because });

const content = nothing('it is content of the site in two languages; it names users by their ids');

/** The effect of `npm run ops -- erase` on the data of translation (docs/architecture.md §2, Erasure). */
export const erasure: ErasureDeclaration = {
  categories: {
    string: nothing('it is a text of the site itself'),
    stringsettings: nothing('it is what the site does'),
    customxml: nothing('it is a configuration of the site'),
    translator: nothing('it is a number and languages'),
    account: nothing('it is the number of a user, the id that the account has given, and addresses of the site'),
    batch: content,
    job: content,
    jobunits: content,
  },
  collections: {
    'site-accounts': nothing('it is a fold of a stream that holds nothing personal'),
    'site-strings': nothing('it is a fold of streams that hold nothing personal'),
    'string-settings': nothing('it is a fold of streams that hold nothing personal'),
    'custom-xml': nothing('it is a configuration of the site'),
    translators: nothing('it is a fold of streams that hold nothing personal'),
    batches: content,
    // Erasure removes titles and addresses of organizers; translated texts are content and stay.
    jobs: { does: 'tells', event: 'calendar.erased.v1' },
    'job-units': content,
    'translation-memory': content,
    'user-copies': { does: 'tells', event: 'core.erased.v1' },
  },
  entries: {
    'agency-asked': nothing('it is a moment'),
    'engine-lock': nothing('it is a key of a minute'),
    'engine-sync': nothing('it is numbers of jobs, and gone after ten minutes'),
    'outside-round': nothing('it is the number of a job'),
    'string-import': nothing('it is numbers under a digest of the request, and gone after a day'),
    'translation-texts': content,
    'translation-texts-kept': nothing('it is a moment'),
    'translation-texts-named': nothing('it is a digest'),
    'translation-texts-place': nothing('it is a position of the log'),
    'mo-file': nothing('it says how far a file was read'),
    'mo-generated': nothing('it says what a file was made of'),
    'mo-import': nothing('it is a lock'),
  },
  topic: nothing('published events carry ids and digests'),
};
