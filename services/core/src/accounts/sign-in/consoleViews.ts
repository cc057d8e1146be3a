import type { Capability } from '@almanac/identity';

/** A page for operators of the site (docs/interface/pages.md §7.3). */
export interface ConsoleView {
  /** Its address below that of the administration. */
  readonly name: string;
  /** The title in English. */
  readonly title: string;
  /** The right that a user needs to see it. */
  readonly capability: Capability;
}

const forAdministrators = (name: string, title: string): ConsoleView => ({ name, title, capability: 'manage_options' });

export const historyView = forAdministrators('history', 'History');
export const deadLettersView = forAdministrators('dead-letters', 'Dead letters');
export const lagView = forAdministrators('lag', 'Lag');
export const healthView = forAdministrators('health', 'Health');
export const rebuildView = forAdministrators('rebuild', 'Rebuild');
export const streamView = forAdministrators('stream', 'Live events');
export const webhooksView = forAdministrators('webhooks', 'Webhooks');
export const packagesView = forAdministrators('packages', 'Packages');
export const popupsView: ConsoleView = { name: 'popups', title: 'Popups', capability: 'edit_others_posts' };

export const postsView: ConsoleView = { name: 'posts', title: 'Posts', capability: 'edit_posts' };

export const postCategoriesView: ConsoleView = {
  name: 'post-categories',
  title: 'Post categories',
  capability: 'manage_categories',
};
export const postTagsView: ConsoleView = { name: 'tags', title: 'Tags', capability: 'manage_categories' };

export const mediaView: ConsoleView = { name: 'media', title: 'Pictures and files', capability: 'upload_files' };

export const eventsView: ConsoleView = { name: 'events', title: 'Events', capability: 'edit_cal_events' };
export const venuesView: ConsoleView = { name: 'venues', title: 'Venues', capability: 'edit_cal_venues' };
export const organizersView: ConsoleView = {
  name: 'organizers',
  title: 'Organizers',
  capability: 'edit_cal_organizers',
};
export const eventCategoriesView: ConsoleView = {
  name: 'event-categories',
  title: 'Event categories',
  capability: 'publish_cal_events',
};

/** The pages, in the order of the navigation. */
export const consoleViews: readonly ConsoleView[] = [
  postsView,
  postCategoriesView,
  postTagsView,
  eventsView,
  venuesView,
  organizersView,
  eventCategoriesView,
  mediaView,
  historyView,
  deadLettersView,
  lagView,
  healthView,
  rebuildView,
  streamView,
  webhooksView,
  packagesView,
  popupsView,
];
