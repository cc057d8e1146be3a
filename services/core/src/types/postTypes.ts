/** A type of records in this namespace. */
export interface PostType {
  readonly slug: string;
  readonly name: string;
  readonly base: string;
  readonly icon: string | null;
  /** True if the type has a page that lists its records. */
  readonly hasArchive: boolean;
  /** True if its records form a tree. */
  readonly hierarchical?: true;
  readonly taxonomies: readonly string[];
  readonly supports: Readonly<Record<string, unknown>>;
  readonly labels: Readonly<Record<string, string>>;
  readonly capabilities: Readonly<Record<string, string>>;
}

/** Capabilities of a type by the nouns of its records. */
const capabilitiesFor = (one: string, several: string): Record<string, string> => ({
  edit_post: `edit_${one}`,
  read_post: `read_${one}`,
  delete_post: `delete_${one}`,
  edit_posts: `edit_${several}`,
  edit_others_posts: `edit_others_${several}`,
  delete_posts: `delete_${several}`,
  publish_posts: `publish_${several}`,
  read_private_posts: `read_private_${several}`,
  read: 'read',
  delete_private_posts: `delete_private_${several}`,
  delete_published_posts: `delete_published_${several}`,
  delete_others_posts: `delete_others_${several}`,
  edit_private_posts: `edit_private_${several}`,
  edit_published_posts: `edit_published_${several}`,
  create_posts: `edit_${several}`,
});

const supports = (...names: readonly string[]): Record<string, true> =>
  Object.fromEntries(names.map((name) => [name, true] as const));

const calendarSupports = supports(
  ...(['title', 'editor', 'excerpt', 'author', 'thumbnail', 'revisions', 'autosave', 'custom-fields'] as const),
);

export const postTypes: readonly PostType[] = [
  {
    slug: 'post',
    name: 'Posts',
    base: 'posts',
    icon: 'post',
    hasArchive: false,
    taxonomies: ['category', 'post_tag'],
    supports: {
      ...supports('title', 'author', 'thumbnail', 'excerpt', 'trackbacks', 'custom-fields', 'comments', 'revisions'),
      ...supports('post-formats', 'autosave'),
      editor: [{ notes: true }],
    },
    labels: {
      name: 'Posts',
      singular_name: 'Post',
      add_new: 'Add post',
      add_new_item: 'Add post',
      edit_item: 'Edit post',
      new_item: 'New post',
      view_item: 'View post',
      view_items: 'View posts',
      search_items: 'Search posts',
      not_found: 'No posts found.',
      not_found_in_trash: 'No posts found in the trash.',
      all_items: 'All posts',
      archives: 'Post archives',
      menu_name: 'Posts',
    },
    capabilities: capabilitiesFor('post', 'posts'),
  },
  {
    slug: 'page',
    name: 'Pages',
    base: 'pages',
    icon: 'page',
    hasArchive: false,
    hierarchical: true,
    taxonomies: [],
    supports: {
      ...supports('title', 'author', 'thumbnail', 'page-attributes', 'custom-fields', 'comments', 'revisions'),
      ...supports('autosave'),
      editor: [{ notes: true }],
    },
    labels: {
      name: 'Pages',
      singular_name: 'Page',
      add_new: 'Add page',
      add_new_item: 'Add page',
      edit_item: 'Edit page',
      new_item: 'New page',
      view_item: 'View page',
      view_items: 'View pages',
      search_items: 'Search pages',
      not_found: 'No pages found.',
      not_found_in_trash: 'No pages found in the trash.',
      parent_item_colon: 'Parent page:',
      all_items: 'All pages',
      archives: 'Page archives',
      menu_name: 'Pages',
    },
    capabilities: capabilitiesFor('page', 'pages'),
  },
  {
    slug: 'attachment',
    name: 'Media',
    base: 'media',
    icon: 'media',
    hasArchive: false,
    taxonomies: [],
    supports: supports('title', 'author', 'comments'),
    labels: {
      name: 'Media',
      singular_name: 'Media',
      add_new: 'Add media file',
      add_new_item: 'Add media file',
      edit_item: 'Edit media',
      new_item: 'New media file',
      view_item: 'View media file',
      view_items: 'View media',
      search_items: 'Search media',
      not_found: 'No media files found.',
      not_found_in_trash: 'No media files found in the trash.',
      all_items: 'Media files',
      archives: 'Media',
      menu_name: 'Media',
    },
    capabilities: { ...capabilitiesFor('post', 'posts'), create_posts: 'upload_files' },
  },
  {
    slug: 'cal_venue',
    name: 'Venues',
    base: 'cal_venue',
    icon: null,
    hasArchive: false,
    taxonomies: [],
    supports: calendarSupports,
    labels: {
      name: 'Venues',
      singular_name: 'Venue',
      add_new: 'Add venue',
      add_new_item: 'Add venue',
      edit_item: 'Edit venue',
      new_item: 'New venue',
      view_item: 'View venue',
      view_items: 'View venues',
      search_items: 'Search venues',
      not_found: 'No venues found.',
      not_found_in_trash: 'No venues found in the trash.',
      all_items: 'All venues',
      archives: 'Venue archives',
      menu_name: 'Venues',
    },
    capabilities: capabilitiesFor('cal_venue', 'cal_venues'),
  },
  {
    slug: 'cal_organizer',
    name: 'Organizers',
    base: 'cal_organizer',
    icon: null,
    hasArchive: false,
    taxonomies: [],
    supports: calendarSupports,
    labels: {
      name: 'Organizers',
      singular_name: 'Organizer',
      add_new: 'Add organizer',
      add_new_item: 'Add organizer',
      edit_item: 'Edit organizer',
      new_item: 'New organizer',
      view_item: 'View organizer',
      view_items: 'View organizers',
      search_items: 'Search organizers',
      not_found: 'No organizers found.',
      not_found_in_trash: 'No organizers found in the trash.',
      all_items: 'All organizers',
      archives: 'Organizer archives',
      menu_name: 'Organizers',
    },
    capabilities: capabilitiesFor('cal_organizer', 'cal_organizers'),
  },
  {
    slug: 'cal_events',
    name: 'Events',
    base: 'cal_events',
    icon: 'calendar',
    hasArchive: true,
    taxonomies: ['post_tag', 'cal_events_cat'],
    supports: calendarSupports,
    labels: {
      name: 'Events',
      singular_name: 'Event',
      add_new: 'Add event',
      add_new_item: 'Add event',
      edit_item: 'Edit event',
      new_item: 'New event',
      view_item: 'View event',
      view_items: 'View events',
      search_items: 'Search events',
      not_found: 'No events found.',
      not_found_in_trash: 'No events found in the trash.',
      all_items: 'All events',
      archives: 'Event archives',
      menu_name: 'Events',
    },
    capabilities: capabilitiesFor('cal_event', 'cal_events'),
  },
];

/** Existing types that are never listed. */
export const hiddenTypes: readonly string[] = ['revision'];
