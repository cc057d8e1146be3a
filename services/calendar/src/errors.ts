import { defineErrors } from '@almanac/i18n';

/** The errors of the calendar. Those of events, venues and organizers are in `itemErrors`. */
export const calendarErrors = defineErrors({
  // events
  protectedEvent: {
    code: 'event-password-protected',
    status: 403,
    message: 'The event is not accessible without a password.',
    remedy: 'Send the password of the event.',
  },
  trashedEvent: {
    code: 'event-no-longer-available',
    status: 403,
    message: 'The event is no longer available.',
    remedy: 'Restore the event from the trash.',
  },
  unknownSeries: {
    code: 'rest-series-not-found',
    status: 404,
    message: 'Series with ID {id} does not exist.',
    remedy: 'Name the series of an event.',
  },
  unknownSuggestion: {
    code: 'suggestion-not-found',
    status: 404,
    message: 'There is no such suggestion.',
    remedy: 'Name a suggestion from the list.',
  },
  declinedSuggestion: {
    code: 'suggestion-declined',
    status: 409,
    message: 'The suggestion is already declined.',
    remedy: 'Restore the event from the trash to publish it.',
  },
  publishedSuggestion: {
    code: 'suggestion-published',
    status: 409,
    message: 'The suggested event is published.',
    remedy: 'Move the event to the trash.',
  },

  // records in the form of posts
  unknownPost: {
    code: 'rest_post_invalid_id',
    status: 404,
    message: 'The record does not exist.',
    remedy: 'Name a record from the list.',
  },
  unknownPostPage: {
    code: 'rest_post_invalid_page_number',
    status: 400,
    message: 'The list has no such page.',
    remedy: 'Ask for a page up to X-Core-TotalPages.',
  },
  cannotEditPosts: {
    code: 'rest_forbidden_context',
    status: 403,
    message: 'You may not edit these records.',
    remedy: 'Sign in as a user who may edit them.',
  },
  cannotCreatePosts: {
    code: 'rest_cannot_create',
    status: 403,
    message: 'You may not create records of this type.',
    remedy: 'Sign in as a user who may create them.',
  },
  cannotPublishPosts: {
    code: 'rest_cannot_publish',
    status: 403,
    message: 'You may not publish records of this type.',
    remedy: 'Save a draft, or sign in as a user who may publish.',
  },
  cannotWriteAsOthers: {
    code: 'rest_cannot_edit_others',
    status: 403,
    message: 'You may not write records as somebody else.',
    remedy: 'Name yourself as the author.',
  },
  cannotEditPost: {
    code: 'rest_cannot_edit',
    status: 403,
    message: 'You may not edit this record.',
    remedy: 'Sign in as a user who may edit this record.',
  },
  cannotDeletePost: {
    code: 'rest_cannot_delete',
    status: 403,
    message: 'You may not delete this record.',
    remedy: 'Sign in as a user who may delete this record.',
  },
  cannotChangeTerms: {
    code: 'rest_cannot_update',
    status: 403,
    message: 'You may not change categories of events.',
    remedy: 'Sign in as a user who may publish events.',
  },
  termsHaveNoTrash: {
    code: 'rest_trash_not_supported',
    status: 501,
    message: 'Terms cannot be moved to the trash.',
    remedy: 'Send force=true to delete the term.',
  },

  // terms
  unknownTerm: {
    code: 'rest_term_invalid',
    status: 404,
    message: 'Term does not exist.',
    remedy: 'Name a category or tag from its list.',
  },
  termNameTooLong: {
    code: 'db_insert_error',
    status: 400,
    message: 'The name is too long: at most {limit} characters can be stored.',
    remedy: 'Shorten the name.',
  },
  termExists: {
    code: 'term_exists',
    status: 400,
    message: 'A term with the name provided already exists with this parent.',
    remedy: 'Choose another name, or use the existing term.',
  },
  termSlugTaken: {
    code: 'duplicate_term_slug',
    status: 400,
    message: 'The slug {slug} is already in use by another term.',
    remedy: 'Choose another slug.',
  },
  cannotCreateCategories: {
    code: 'rest_forbidden',
    status: 403,
    message: 'You may not make categories: name those that are there.',
    remedy: 'Name existing categories, or sign in as a user who may manage categories.',
  },

  // imports
  unknownImport: {
    code: 'import-not-found',
    status: 404,
    message: 'There is no such import.',
    remedy: 'Start a new import.',
  },
  batchRunning: {
    code: 'import-batch-running',
    status: 503,
    message: 'The batch is still being taken; send it again in a moment.',
    remedy: 'Send the batch again after the seconds of Retry-After.',
  },

  // followed feeds
  unknownFeed: {
    code: 'followed-feed-not-found',
    status: 404,
    message: 'There is no such followed feed.',
    remedy: 'Name a followed feed from the list.',
  },
  tooManyFeeds: {
    code: 'too-many-followed-feeds',
    status: 409,
    message: 'The site follows {limit} feeds, the maximum.',
    remedy: 'Delete a followed feed first.',
  },

  // first steps
  invalidNonce: {
    code: 'calx_invalid_nonce',
    status: 403,
    message: 'The nonce does not fit: read the settings of the wizard again.',
    remedy: 'Read the settings of the wizard and send their nonce.',
  },
});

/** English messages of one kind of content item, whole sentences so that they can be translated. */
interface ItemMessages {
  readonly notFound: `${string}{id}${string}`;
  readonly slugNotFound: `${string}{slug}${string}`;
  readonly notAccessible: string;
  readonly inTrash: string;
  readonly pageNotFound: string;
}

/** Returns the errors of a kind of content item, whose codes contain its noun. */
const errorsOfItems = (noun: string, messages: ItemMessages) =>
  defineErrors({
    notFound: {
      code: `rest-${noun}-not-found`,
      status: 404,
      message: messages.notFound,
      remedy: 'Name a record from its list.',
    },
    slugNotFound: {
      code: `rest-${noun}-not-found`,
      status: 404,
      message: messages.slugNotFound,
      remedy: 'Name a record from its list.',
    },
    notAccessible: {
      code: `${noun}-not-accessible`,
      status: 403,
      message: messages.notAccessible,
      remedy: 'Sign in as a user who may read this record.',
    },
    inTrash: {
      code: `${noun}-is-in-trash`,
      status: 410,
      message: messages.inTrash,
      remedy: 'Restore the record, or leave it in the trash.',
    },
    pageNotFound: {
      code: `${noun}-archive-page-not-found`,
      status: 404,
      message: messages.pageNotFound,
      remedy: 'Ask for an earlier page.',
    },
    /** Clients of `calx/v1` know one code for all kinds. */
    calxPageNotFound: {
      code: 'calx_rest_organizers_page_not_found',
      status: 404,
      message: messages.pageNotFound,
      remedy: 'Ask for an earlier page.',
    },
  });

/** The errors of content items, by the noun of their kind. */
export const itemErrors = {
  event: errorsOfItems('event', {
    notFound: 'Event with ID {id} does not exist.',
    slugNotFound: 'Event with slug {slug} does not exist.',
    notAccessible: 'The event is not accessible.',
    inTrash: 'The event is already in the trash.',
    pageNotFound: 'The requested page of events does not exist.',
  }),
  venue: errorsOfItems('venue', {
    notFound: 'Venue with ID {id} does not exist.',
    slugNotFound: 'Venue with slug {slug} does not exist.',
    notAccessible: 'The venue is not accessible.',
    inTrash: 'The venue is already in the trash.',
    pageNotFound: 'The requested page of venues does not exist.',
  }),
  organizer: errorsOfItems('organizer', {
    notFound: 'Organizer with ID {id} does not exist.',
    slugNotFound: 'Organizer with slug {slug} does not exist.',
    notAccessible: 'The organizer is not accessible.',
    inTrash: 'The organizer is already in the trash.',
    pageNotFound: 'The requested page of organizers does not exist.',
  }),
} as const;
