import { ROOT } from './reference/referencePage.ts';

/** A sentence about each namespace, as descriptions of the interface show it. */
const namespaceTexts: Readonly<Record<string, string>> = {
  [ROOT]: 'The index of the site, and batches of changes.',
  'builder/social': 'Media of the connected social account.',
  'cal/event-import/v1': 'Imports of events by an outside service, in batches.',
  'cal/events/v1': 'Events with their venues, organizers, categories and tags.',
  'cal/views/v2': 'Views of the calendar as HTML.',
  'calx/v1': 'Events, venues and organizers in the second generation of the calendar interface.',
  'calx/v2/onboarding': 'The setup wizard of the calendar.',
  'core/v2': 'Posts, media, categories, tags, users and the settings of the site.',
  'editor/v1': 'Details of web pages, for the editor of posts.',
  'health/v1': 'Tests of the site and the disk space that it uses.',
  'i18n/ate/v1': 'Requests that are passed on to the translation service.',
  'i18n/st/v1': 'Texts of components with their translations.',
  'i18n/tm/v1': 'Translation jobs, translators, engines and agencies.',
  'i18n/v1': 'The configuration of translation.',
  'installer/v1': 'The subscription and its feature packages.',
  'login/v1': 'Codes as the second step of a sign-in.',
  'oembed/1.0': 'Embed data of pages, for other sites.',
  'ops/v1': 'The history of records, published events, webhooks and the state of the services.',
  'popup/v1': 'Popups with their openings and conversions.',
  'redirection/v1': 'Redirects, their groups, and records of visits.',
  builder: 'Content as the site renders it.',
};

/** Returns a sentence about a namespace, in English; it is translated where it is shown. */
export const namespaceText = (namespace: string): string => namespaceTexts[namespace] ?? 'The routes of the namespace.';
