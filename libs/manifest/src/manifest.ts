import type { Manifest } from './schema.ts';

const resources = { cpu: '250m', memory: '256Mi', memoryLimit: '768Mi' } as const;
const replicas = { least: 2, most: 8 } as const;

/**
 * The services of a site, described once (docs/adding-a-service.md). Code that starts, ships, routes to or operates
 * services reads it here, or is generated from it by `npm run generate`.
 */
export const manifest = {
  services: {
    core: {
      about: 'Posts, terms, users, media, settings and sign-in; the administration.',
      number: 0,
      team: '@almanac/core',
      pages: 'others',
      subscriptions: {
        'core.events': { sources: ['calendar'] },
        'core.translations': { sources: ['translation'] },
        'core.second-step': { sources: ['misc'] },
        'core.popups': { sources: ['misc'] },
        'core.later-versions': { sources: ['core'] },
        'core.settings': { sources: ['core'], ephemeral: true },
        'core.translation-rules': { sources: ['translation'], ephemeral: true },
      },
      settings: { MEDIA_FOLDER: '/media', PRIVATE_TARGETS: '' },
      // its replicas share the files of media: several nodes must be able to mount the volume for writing
      volumes: { media: { at: '/media', storage: '50Gi' } },
      resources,
      replicas,
    },
    calendar: {
      about: 'Events, venues and organizers; pages and feed of events.',
      number: 1,
      team: '@almanac/calendar',
      pages: ['event', 'venue', 'organizer', 'events'],
      subscriptions: {
        'calendar.copies': { sources: ['core'] },
        'calendar.images': { sources: ['core'] },
        'calendar.departed-users': { sources: ['core'] },
        'calendar.popups': { sources: ['misc'] },
        'calendar.translations': { sources: ['translation'] },
        'calendar.later-versions': { sources: ['calendar', 'core'] },
        'calendar.settings': { sources: ['core'], ephemeral: true },
        'calendar.translation-rules': { sources: ['translation'], ephemeral: true },
      },
      settings: {},
      volumes: {},
      resources,
      replicas,
    },
    redirection: {
      about: 'Redirect rules, their groups and logs.',
      number: 2,
      team: '@almanac/redirection',
      pages: [],
      subscriptions: {
        'redirection.records': { sources: ['core', 'calendar'] },
        'redirection.settings': { sources: ['core'], ephemeral: true },
      },
      settings: { VISIT_LOG_BYTES: '' },
      volumes: {},
      resources,
      replicas,
    },
    translation: {
      about: 'Translating the site’s records and texts: jobs, translators, engines, strings.',
      number: 3,
      team: '@almanac/translation',
      pages: [],
      subscriptions: {
        'translation.users': { sources: ['core'] },
        'translation.sources': { sources: ['core', 'calendar'] },
        'translation.settings': { sources: ['core'], ephemeral: true },
      },
      settings: {
        TRANSLATION_ENGINE: '',
        TRANSLATION_ENGINE_KEY: null,
        PRINCIPAL_OLD_SECRET: null,
        PUBLIC_URL: '',
        REST_PREFIX: '',
        MO_FOLDER: '/mo',
        DATA: '/data',
      },
      // its replicas share the files generated from strings
      volumes: { data: { at: '/data', storage: '5Gi' } },
      resources,
      replicas,
    },
    misc: {
      about: 'Embedding and the small namespaces.',
      number: 4,
      team: '@almanac/misc',
      pages: [],
      subscriptions: {
        'misc.embeds': { sources: ['core', 'calendar'] },
        'misc.feed': { sources: 'all' },
        'misc.settings': { sources: ['core'], ephemeral: true },
      },
      settings: {
        INSTALLER_URL: '',
        INSTALLER_SITE_KEY: null,
        MAIL_URL: null,
        MAIL_FROM: '',
        MFA_APP_URL: '',
        MFA_APP_KEY: null,
        PRIVATE_TARGETS: '',
        SOCIAL_URL: '',
        SOCIAL_APP_ID: '',
        SOCIAL_APP_SECRET: null,
      },
      volumes: {},
      resources,
      replicas,
    },
  },
  reserved: {},
  namespaces: {
    'oembed/1.0': 'misc',
    'i18n/v1': 'translation',
    'redirection/v1': 'redirection',
    'cal/event-import/v1': 'calendar',
    'cal/events/v1': 'calendar',
    'cal/views/v2': 'calendar',
    'calx/v2/onboarding': 'calendar',
    'calx/v1': 'calendar',
    'i18n/tm/v1': 'translation',
    'i18n/ate/v1': 'translation',
    'i18n/st/v1': 'translation',
    'popup/v1': 'misc',
    'login/v1': 'misc',
    'builder/social': 'misc',
    builder: 'misc',
    'installer/v1': 'misc',
    'core/v2': 'core',
    'health/v1': 'misc',
    'editor/v1': 'misc',
    'ops/v1': 'misc',
  },
  routes: {
    'core/v2/plugins': 'misc',
  },
} as const satisfies Manifest;
