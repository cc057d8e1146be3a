import type { ErasureDeclaration, StoreErasure } from '@almanac/service';

const nothing = (because: string): StoreErasure => ({ does: 'nothing', because });
const subscription = nothing('it is what a vendor says of the site');
const packages = nothing('it is which parts of the site are switched on');
const visits = nothing('it is numbers and moments');
const secondStep = nothing('it is a setting of the site');
const signIns = nothing('it names a user by the id; addresses and codes are in entries that expire within minutes');
const recoveryCodes = nothing('it names a user by the id, and which codes are used');
const popups = nothing('it is what editors show; it names users by their ids');
const social = nothing('it is the account whose public media the site shows; its token is a secret, gone with it');
const hooks = nothing('it is what administrators say of an outside system');

/** What `npm run ops -- erase` does to what misc keeps (docs/architecture.md §2, Erasure). */
export const erasure: ErasureDeclaration = {
  categories: {
    package: packages,
    subscription,
    popup: popups,
    webhook: hooks,
    social,
    secondstep: secondStep,
    signin: signIns,
    recovery: recoveryCodes,
    visits,
    statistics: visits,
  },
  collections: {
    webhooks: hooks,
    'social-accounts': social,
    packages,
    subscriptions: subscription,
    popups,
    'feed-keys': nothing('they are names of streams, and positions'),
    'visit-lanes': visits,
    'popup-statistics': visits,
    'second-step': secondStep,
    'sign-ins': signIns,
    'recovery-codes': recoveryCodes,
    'embeddable-records': { does: 'tells', event: 'calendar.erased.v1' },
    'embed-authors': { does: 'tells', event: 'core.erased.v1' },
    'embed-media': nothing('it is public content; it names users by their ids'),
  },
  entries: {
    'subscription-refresh': nothing('it is empty'),
    feed: { does: 'tells', event: 'core.erased.v1' },
    'social-turn': nothing('it is empty, and gone after two minutes'),
    'social-feed': nothing('it holds ids of public media, and is gone after a week'),
    'social-media': nothing('it holds what the account shows publicly, and is gone after a week'),
    'social-fetch': nothing('it is a moment and a code, and is gone after a year'),
    'webhook-delivery': nothing('it holds ids and statuses, and is gone after 30 days'),
    'webhook-result': nothing('it is a moment and a status, and is gone after a year'),
    'webhook-intake': nothing('it is a position'),
    'feed-marked': nothing('it is a position'),
    'feed-flushed': nothing('it is empty'),
    visit: nothing(
      'it names nobody: keys of visitors are hashes whose key is random and gone with the day, as they are',
    ),
    'dropped-visits': nothing('it is a number, and gone after 30 days'),
    'visit-day': nothing('it is a random text, and gone with the day'),
    oembed: nothing('it holds what another site says publicly, and is gone after a day'),
    'second-step-pair': nothing('it holds digests alone, and is gone after ten minutes'),
    'second-step-browser': nothing('it holds a digest alone, and is gone after ten minutes'),
    'second-step-code': nothing('it holds a keyed hash, and is gone after three minutes'),
    'second-step-recovery': nothing('it holds keyed hashes of random codes'),
    'url-details': nothing('it holds what another site says publicly, and is gone after an hour'),
  },
  topic: nothing('it tells of a setting of the site alone'),
};
