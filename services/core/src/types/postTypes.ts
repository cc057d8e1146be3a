/** A type of records in this namespace. */
export interface PostType {
  readonly slug: string;
  readonly name: string;
  readonly base: string;
  readonly icon: string | null;
  readonly taxonomies: readonly string[];
  readonly supports: Readonly<Record<string, unknown>>;
  readonly labels: Readonly<Record<string, string>>;
  readonly capabilities: Readonly<Record<string, string>>;
}

const CAPABILITIES = [
  'edit_post',
  'read_post',
  'delete_post',
  'edit_posts',
  'edit_others_posts',
  'delete_posts',
  'publish_posts',
  'read_private_posts',
  'read',
  'delete_private_posts',
  'delete_published_posts',
  'delete_others_posts',
  'edit_private_posts',
  'edit_published_posts',
];

/** Returns the capabilities of a type; media use those of posts. */
const capabilities = (creating: string): Record<string, string> => ({
  ...Object.fromEntries(CAPABILITIES.map((name) => [name, name])),
  create_posts: creating,
});

const supports = (...names: readonly string[]): Record<string, true> =>
  Object.fromEntries(names.map((name) => [name, true] as const));

export const postTypes: readonly PostType[] = [
  {
    slug: 'post',
    name: 'Posts',
    base: 'posts',
    icon: 'post',
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
    capabilities: capabilities('edit_posts'),
  },
  {
    slug: 'attachment',
    name: 'Media',
    base: 'media',
    icon: 'media',
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
    capabilities: capabilities('upload_files'),
  },
];

/** Existing types that are never listed. */
export const hiddenTypes: readonly string[] = ['revision'];
