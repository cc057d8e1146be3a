import type { ErasureDeclaration, StoreErasure } from '@almanac/service';

const nothing = (because: string): StoreErasure => ({ does: 'nothing', because });
const packages = nothing('it is which parts of the site are switched on');
const popups = nothing('it is what editors show; it names users by their ids');

/** What `npm run ops -- erase` does to what misc keeps (docs/architecture.md §2, Erasure). */
export const erasure: ErasureDeclaration = {
  categories: { package: packages, popup: popups },
  collections: {
    packages,
    popups,
    'feed-keys': nothing('they are names of streams, and positions'),
    'embeddable-records': nothing('it is public content; it names users by their ids'),
    'embed-authors': { does: 'tells', event: 'core.erased.v1' },
    'embed-media': nothing('it is public content; it names users by their ids'),
  },
  entries: {
    feed: { does: 'tells', event: 'core.erased.v1' },
    'feed-marked': nothing('it is a position'),
    oembed: nothing('it holds what another site says publicly, and is gone after a day'),
    'url-details': nothing('it holds what another site says publicly, and is gone after an hour'),
  },
  topic: nothing('it publishes nothing'),
};
