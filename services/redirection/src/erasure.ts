import type { ErasureDeclaration, StoreErasure } from '@almanac/service';

const nothing = (because: string): StoreErasure => ({ does: 'nothing', because });
const kept = nothing('it is what editors say of addresses of the site');
const visits = nothing('it holds no user; addresses are as the settings allow, expire, and are deleted by address');

/** The effect of `npm run ops -- erase` on the data of redirection (docs/architecture.md §2, Erasure). */
export const erasure: ErasureDeclaration = {
  categories: { rule: kept, group: kept, options: kept },
  collections: {
    rules: kept,
    groups: kept,
    options: kept,
    'rule-hits': nothing('it is a number and a moment'),
    'redirect-log': visits,
    'not-found-log': visits,
    'site-records': { does: 'tells', event: 'calendar.erased.v1' },
  },
  entries: {
    'rule-hits': nothing('it is a number and a moment'),
    'said-hits': nothing('it is a position of the log'),
    'log-limited': nothing('it is a version and a number'),
    'log-numbers': nothing('it is a number'),
    'redirection-token': nothing('it is a secret of the site'),
    'visit-batch': nothing('it is the name of a batch, and gone after ten minutes'),
  },
  topic: nothing('published rules, groups and settings name nobody'),
};
